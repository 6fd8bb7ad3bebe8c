import { cut } from "@plumb/contract/text/cut.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";

/** A message to users, independent of the service that shows it. Each service has one renderer. */
export interface Message {
  /** One line, also the subject of an email. */
  readonly title: string;
  /** Page in Plumb that the title links to. */
  readonly url: string;
  readonly tone: "failure" | "warning" | "success" | "neutral";
  /** Short facts, such as branch and environment. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly blocks: readonly Block[];
  /** Links below the text. The first one is the most important. */
  readonly actions: readonly { readonly label: string; readonly url: string }[];
  /** Small print, such as "3 known failures and 1 muted failure are not listed". */
  readonly footer: string | null;
}

/** A file that is attached to a message that is sent by mail. */
export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

const longest = { facts: 10, label: 40, value: 120, footer: 500, actions: 3, address: 500 } as const;

/**
 * Returns a message whose parts around the text have bounded lengths, because names of branches and suites have none.
 * Together, they fit into a message of each service. An address cannot be shortened: its action is left out.
 */
export function bounded(message: Message): Message {
  const { facts, actions, footer } = message;
  return {
    ...message,
    facts: facts
      .slice(0, longest.facts)
      .map(({ label, value }) => ({ label: cut(label, longest.label), value: cut(value, longest.value) })),
    actions: actions
      .filter(({ url }) => url.length <= longest.address)
      .slice(0, longest.actions)
      .map(({ label, url }) => ({ label: cut(label, longest.label), url })),
    footer: footer === null ? null : cut(footer, longest.footer),
  };
}
