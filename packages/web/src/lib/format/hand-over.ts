import { storyText } from "@plumb/analysis/failures/story-parts.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { codeSpan, zeroWidth } from "@plumb/contract/text/markdown.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";

/** A failure or a cause that is handed over to another person. */
export interface HandedOver {
  /** Name of a test or of a report; `null` for a cause of several. */
  readonly name: string | null;
  readonly error: string | null;
  /** How it began, how many tests fail, and so on. */
  readonly details: readonly string[];
  /** Address with its origin. */
  readonly url: string;
}

const longest = { name: 200, error: 300, details: 1000 } as const;

/** Returns how a failure began, as one of its details; empty if that is unknown. */
export function storyDetail(story: FailureStory | null | undefined): string {
  return story == null ? "" : storyText(story, { maxLength: 500 });
}

/** Returns the details as plain text: one line each for the name, the error, the details and the address. */
export function handOverText({ name, error, details, url }: HandedOver): string {
  const lines = [
    cut(plainLine(name ?? ""), longest.name),
    cut(firstLine(error), longest.error),
    cut(plainLine(details.filter(Boolean).join(" · ")), longest.details),
    url,
  ];
  return lines.filter((line) => line.trim() !== "").join("\n");
}

/** Returns the details as Markdown for a chat: a link with the name or the error, and the details after it, on one line. */
export function chatMarkdown({ name, error, details, url }: HandedOver): string {
  const line = cut(firstLine(error), longest.error);
  const title = name === null || name.trim() === "" ? line : cut(plainLine(name), longest.name);
  const code = codeSpan(title);
  // A bracket would end the address.
  const address = url.replaceAll("(", "%28").replaceAll(")", "%29");
  const rest = details.filter(Boolean).map((fact) => chatText(cut(plainLine(fact), longest.details)));
  const link = `[${code === "" ? "Failure" : code}](${address})`;
  return [link, ...(line === "" || line === title ? [] : [codeSpan(line)]), ...rest].join(" · ");
}

/** Escapes only what formats text or notifies people in a chat. Chats show the other escapes of Markdown as they are. */
function chatText(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, "\\$&").replaceAll("@", `@${zeroWidth}`);
}

function firstLine(text: string | null): string {
  return plainLine(text?.split("\n", 1)[0] ?? "");
}
