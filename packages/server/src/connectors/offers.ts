import type { CodeHost } from "@plumb/code-hosts/code-host.ts";
import type { ConnectorField } from "@plumb/contract/integrations/connectors.ts";
import type { Values } from "./values.ts";
import type { MailFile, Message } from "./message.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";

/** A connector with its credentials, used by one binding. Functions that take it throw `ServiceError` or `OutgoingError`. */
export interface Connection {
  /** Settings and decrypted secrets of the connector. */
  readonly credentials: Values;
  /** Settings and decrypted secrets of the binding. */
  readonly binding: Values;
  readonly outgoing: Outgoing;
  readonly now: Date;
  /** Lasting id of the binding's channel, from an earlier message. */
  readonly channelId?: string;
}

/** Common parts of a connector's offers. */
export interface Offer {
  /** Settings of a binding, such as the key of a Jira project. */
  readonly bindingFields: readonly ConnectorField[];
  /** Returns a binding's display name without secrets, such as "SHOP" or "#qa". */
  readonly bindingName: (binding: Values) => string;
  /** Tests a binding and returns a sentence about what it found. */
  readonly testBinding: (connection: Connection, tools: { brandName: string; publicUrl: string }) => Promise<string>;
}

export type TicketState = "open" | "closed";

export interface Ticket {
  /** Id in the tracker's API. It stays valid if the binding's settings change. */
  readonly id: string;
  /** Id for users, such as SHOP-12 or #12. */
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly state: TicketState;
  /** Name of the state in the tracker, such as "In Review". */
  readonly stateName: string;
  /** True if it was closed, but not because its failure is fixed: not planned, a duplicate, or cancelled. */
  readonly withoutFix?: boolean;
  readonly assignee: string | null;
}

/** A field of a new ticket besides title and description. */
export interface TicketField {
  readonly id: string;
  readonly label: string;
  readonly kind: "text" | "number" | "date" | "choice" | "choices";
  readonly required: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export interface NewTicket {
  readonly title: string;
  readonly description: readonly Block[];
  /** Values by field id, as entered by the user. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** Unique text of letters, digits and `:.-`, which the tracker adds to the description, so that `findCreated` finds the ticket. */
  readonly mark: string;
}

export interface TicketFile {
  /** Letters, digits, dots and hyphens. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Tracker extends Offer {
  readonly describe: (connection: Connection) => Promise<readonly TicketField[]>;
  readonly create: (connection: Connection, ticket: NewTicket) => Promise<Ticket>;
  /** Returns the ticket that an earlier attempt created, although its response was lost. */
  readonly findCreated: (connection: Connection, mark: string) => Promise<Ticket | null>;
  /** Returns up to 20 tickets in the connection's own place, such as its repository, whose key, address or title matches the text. */
  readonly find: (connection: Connection, text: string) => Promise<readonly Ticket[]>;
  /** Returns a ticket in the connection's own place by id; `null` if it is elsewhere or does not exist. */
  readonly readOwn: (connection: Connection, id: string) => Promise<Ticket | null>;
  /** Returns tickets by id, even if they were moved. Omits deleted tickets, and those that the credentials cannot read. At most 100 ids. */
  readonly readMany: (connection: Connection, ids: readonly string[]) => Promise<ReadonlyMap<string, Ticket>>;
  readonly comment: (connection: Connection, id: string, content: readonly Block[]) => Promise<void>;
  /**
   * Returns whether one of the newest comments contains this address, which means that an earlier attempt wrote it although the response was lost.
   */
  readonly hasComment: (connection: Connection, id: string, address: string) => Promise<boolean>;
  readonly changeState: (connection: Connection, id: string, state: TicketState) => Promise<void>;
  /** Attaches a file to a ticket; absent if the tracker's API takes no files. */
  readonly attachFile?: (connection: Connection, id: string, file: TicketFile) => Promise<void>;
  /** Receives the tracker's own webhooks; absent if the tracker has none. */
  readonly webhook?: TrackerWebhook;
}

export interface TrackerWebhook {
  /** Explains to an administrator how to set up the webhook in the tracker. */
  readonly hint: string;
  /**
   * Returns the ids of the tickets in a webhook request; `null` if its signature or token is wrong. The states are read from the tracker
   * afterwards, so a forged request cannot change anything.
   */
  readonly ticketIds: (request: {
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly body: Buffer;
    readonly secret: string;
    readonly now: Date;
  }) => readonly string[] | null;
}

/** Address of a sent message in its channel, as the connector needs it for an update or a reply. */
export type MessageAddress = Readonly<Record<string, string>>;

/** Details that some channels need to send a message. */
export interface SentAs {
  /** Random text that stays the same if the message is resent. */
  readonly mark: string;
  readonly brandName: string;
  /** Only emails have files. */
  readonly attachments: readonly MailFile[];
  /** Messages with the same subject belong together; `null` if the message has none. */
  readonly subject: string | null;
  /** Text that mentions an owner in the markup of the channel; `null` if none is mentioned. */
  readonly mention?: string | null;
  /** True if a reply in a thread also appears in the channel. */
  readonly broadcast?: boolean;
  /** Page on which recipients of an email unsubscribe; `null` for a test. */
  readonly leaveUrl: string | null;
}

export interface ChannelList {
  readonly channels: readonly {
    /** Such as `#qa`. */
    readonly name: string;
    /** Settings of a connection to the channel, best first. Some may be forbidden for the account. */
    readonly values: readonly Values[];
  }[];
  /** True if the account has more channels than were read. */
  readonly isPartial: boolean;
}

export interface Channel extends Offer {
  /** Lists the channels that the account can post to; `null` if it has no list. Absent if the service has none. */
  readonly listChannels?: (
    account: Pick<Connection, "credentials" | "now" | "outgoing">,
  ) => Promise<ChannelList | null>;
  /** Returns a binding's display name for users who may not see its addresses; absent if `bindingName` has none. */
  readonly shortName?: (binding: Values) => string;
  /** True if a reply appears in the thread of its message. Otherwise a reply is a new message. */
  readonly hasThreads: (connection: Pick<Connection, "binding" | "credentials">) => boolean;
  /** Returns the lasting id of the channel of a sent message; absent if the service has none. */
  readonly channelId?: (at: MessageAddress) => string | null;
  /** Returns the content that the service gets for a message. */
  readonly content: (message: Message, as: Pick<SentAs, "brandName" | "mention" | "subject">) => object;
  /** Returns the address of the message; `null` if the service does not return one. */
  readonly send: (connection: Connection, message: Message, as?: SentAs) => Promise<MessageAddress | null>;
  /** True if `update` can replace a message. Values are not decrypted; they only show which settings exist. */
  readonly canEdit: (connection: Pick<Connection, "binding" | "credentials">) => boolean;
  /** Replaces a message; absent if the service cannot. */
  readonly update?: (connection: Connection, at: MessageAddress, message: Message, as?: SentAs) => Promise<void>;
  /** Adds to the thread of a message; absent if the service has no threads. Returns the address of the reply. */
  readonly reply?: (
    connection: Connection,
    at: MessageAddress,
    message: Message,
    as?: SentAs,
  ) => Promise<MessageAddress | null>;
  /** Returns the first of these owners that the binding's settings can mention, in the markup of the channel; absent if it cannot mention anyone. */
  readonly mentionOf?: (binding: Values, owners: readonly string[]) => string | null;
  /** Returns the errors in a binding's settings by field. Offers that check nothing before the test leave it out. */
  readonly checkBinding?: (binding: Values) => Readonly<Record<string, string>>;
}

export interface CodeHostOffer extends Offer {
  readonly open: (connection: Connection, pullRequest: string) => CodeHost;
  /** Returns the page of a commit; `null` if the settings do not contain the path of the repository. Needs no secrets. */
  readonly commitUrl: (connection: Pick<Connection, "binding" | "credentials">, commit: string) => string | null;
}
