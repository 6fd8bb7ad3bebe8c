import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { Message } from "#connectors/message.ts";
import type { Db } from "#store/db.ts";

/** A message of a rule. */
export interface RuleMessage {
  readonly event: RuleEvent;
  /** The same event has the same key, so that it is sent once. */
  readonly key: string;
  readonly at: Date;
  /** Messages with the same subject belong to one thread. */
  readonly subject: string | null;
  /** Further subjects whose later messages belong to the thread of this one. */
  readonly also?: readonly string[];
  /** Further subjects such as `test:5`, which have no thread. */
  readonly about?: readonly string[];
  /** True if a reply also appears in the channel. */
  readonly broadcast?: boolean;
  /** Keys of the causes that it announces. */
  readonly causeKeys?: readonly string[];
  /** `post`: the message about a run, which is edited when the run changes. `correction`: only the edit of an earlier one. */
  readonly role?: "post" | "correction";
  /** Owners, of whom the channel may mention one. */
  readonly owners?: readonly string[];
  /** Renders the message, because most messages of a preview are only counted. */
  readonly message: (db: Db) => Message | Promise<Message>;
}

export interface MessageScope {
  readonly projectId: number;
  readonly publicUrl: string;
}

export function causeSubject(groupId: number): string {
  return `cause:${groupId}`;
}

export function causeUrl({ projectId, publicUrl }: MessageScope, groupId: number): string {
  return `${publicUrl}/defects?group=${groupId}&project=${projectId}`;
}
