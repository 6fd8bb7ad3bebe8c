/** The parts of each channel's message format that Plumb uses. The server renders them (`packages/server/src/connectors`). */

export interface SlackContent {
  readonly blocks: readonly {
    readonly type: "header" | "section" | "context";
    readonly text?: { readonly text: string };
    readonly elements?: readonly { readonly text: string }[];
  }[];
}

export interface TeamsContent {
  readonly attachments: readonly {
    readonly content: {
      readonly body: readonly TeamsElement[];
      readonly actions: readonly { readonly title: string; readonly url: string }[];
    };
  }[];
}

export interface TeamsElement {
  readonly type: string;
  readonly text?: string;
  readonly size?: string;
  readonly weight?: string;
  readonly color?: string;
  readonly fontType?: string;
  readonly isSubtle?: boolean;
  readonly facts?: readonly { readonly title: string; readonly value: string }[];
}

export interface DiscordContent {
  readonly content?: string;
  readonly embeds: readonly {
    readonly title: string;
    readonly url?: string;
    readonly color: number;
    readonly description?: string;
    readonly fields: readonly { readonly name: string; readonly value: string }[];
    readonly footer?: { readonly text: string };
  }[];
}

export interface MattermostContent {
  readonly text?: string;
  readonly attachments: readonly {
    readonly title: string;
    readonly title_link?: string;
    readonly color: string;
    readonly text: string;
    readonly fields: readonly { readonly title: string; readonly value: string }[];
    readonly footer?: string;
  }[];
}

export interface MailContent {
  readonly subject: string;
  readonly html: string;
}
