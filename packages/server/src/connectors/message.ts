import type { Block } from "@plumb/contract/text/rich-text.ts";

/** A message to people, independent of the service that shows it. Each service has one renderer. */
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
