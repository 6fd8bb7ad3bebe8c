import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { counted } from "@plumb/contract/text/counted.ts";
import { cutAtWord } from "@plumb/contract/text/cut.ts";
import type { Inline } from "@plumb/contract/text/rich-text.ts";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import { namesText } from "./names-text.ts";

const longest = { subject: 120, name: 80, owners: 3 } as const;

/** Part of the sentence, such as the first run or the ticket. */
export interface StoryPart {
  readonly about: "began" | "commit" | "event" | "tests" | "elsewhere" | "owner" | "item" | "ticket";
  /** Addresses that begin with `/` are pages of this server. */
  readonly content: readonly Inline[];
}

/**
 * Returns the parts of the sentence about a failure or a cause, such as “Broke in #102 · “Normalise search words” by Mira Lindqvist · 100 minutes
 * after deploy Search 5 · 1 other test broke with it · still passes on preview · SHOP-2391”. Omits what is unknown. Screens, messages, tickets,
 * comments on pull requests and the tools for agents use it. The text is not escaped.
 */
export function storyParts(story: FailureStory, projectId: number): StoryPart[] {
  const parts: readonly StoryPart[] = [
    { about: "began", content: beganText(story) },
    { about: "commit", content: commitText(story.suspect) },
    { about: "event", content: eventText(story.event) },
    {
      about: "tests",
      content: story.otherTests === 0 ? [] : [`${counted(story.otherTests, "other test")} broke with it`],
    },
    { about: "elsewhere", content: elsewhereText(story) },
    { about: "owner", content: story.owners.length === 0 ? [] : [`Owner: ${namesText(story.owners, longest.owners)}`] },
    { about: "item", content: itemText(story.item, projectId) },
    { about: "ticket", content: ticketText(story.ticket) },
  ];
  return parts.filter(({ content }) => content.length > 0);
}

interface LineOptions {
  readonly projectId: number;
  /** Address of this server, for links to its pages. */
  readonly publicUrl: string;
  /** Maximum number of characters, without addresses. Parts that do not fit are left out. */
  readonly maxLength: number;
  /** Parts that the reader sees elsewhere. */
  readonly without?: readonly StoryPart["about"][];
}

/** Returns the sentence as one line with absolute links, for texts outside of Plumb. */
export function storyLine(
  story: FailureStory,
  { projectId, publicUrl, maxLength, without = [] }: LineOptions,
): Inline[] {
  const line: Inline[] = [];
  let left = maxLength;
  for (const { about, content } of storyParts(story, projectId)) {
    const part: Inline[] = line.length === 0 ? [...content] : [" · ", ...content];
    const { length } = inlineText(part);
    if (without.includes(about) || length > left) continue;
    left -= length;
    line.push(...part.map((inline) => withAddress(inline, publicUrl)));
  }
  return line;
}

/** Returns the sentence without links. */
export function storyText(story: FailureStory, options: Pick<LineOptions, "maxLength" | "without">): string {
  return inlineText(storyLine(story, { ...options, projectId: 0, publicUrl: "" }));
}

function inlineText(content: readonly Inline[]): string {
  return content.map((part) => (typeof part === "string" ? part : "text" in part ? part.text : part.code)).join("");
}

/** The addresses of commits, events and tickets come from users. A browser would run some of them. */
function withAddress(inline: Inline, publicUrl: string): Inline {
  if (typeof inline === "string" || "code" in inline) return inline;
  const { text, url } = inline;
  if (url.startsWith("/")) return { text, url: `${publicUrl}${url}` };
  return isWebAddress(url) ? inline : text;
}

function beganText({ state, began, lastPass, ended }: FailureStory): Inline[] {
  if (began === null) return [];
  const run = { text: `#${began.number}`, url: `/reports/${began.id}` };
  if (began.orEarlier) return ["Failing since ", run, " or earlier"];
  if (state === "resolved" && ended !== null)
    return ended.id === began.id
      ? ["Failed in ", run]
      : ["Failed from ", run, " to ", { text: `#${ended.number}`, url: `/reports/${ended.id}` }];
  if (began.onAndOff) return ["Failing on and off since ", run];
  if (lastPass === null) return ["Failing since ", run, ", no earlier pass"];
  return [state === "back" ? "Failing again since " : "Broke in ", run];
}

function commitText(suspect: FailureStory["suspect"]): Inline[] {
  if (suspect === null) return [];
  const { hash, subject, author, url, only } = suspect;
  const text = subject === "" ? hash.slice(0, 10) : `“${cutAtWord(subject, longest.subject)}”`;
  return [
    ...(only ? [] : ["suspected: "]),
    url === null ? text : { text, url },
    ...(author === "" ? [] : [` by ${cutAtWord(author, longest.name)}`]),
  ];
}

function eventText(event: FailureStory["event"]): Inline[] {
  if (event === null) return [];
  const { kind, title, minutesBefore, url } = event;
  const name = cutAtWord(title, longest.name);
  return [
    `${durationText(minutesBefore)} after ${kind === "other" ? "" : `${kind} `}`,
    url === null ? name : { text: name, url },
  ];
}

function durationText(minutes: number): string {
  return minutes < 120 ? counted(minutes, "minute") : counted(Math.round(minutes / 60), "hour");
}

/** Returns the first other location: its branch, or its environment if the branch is the same. */
function elsewhereText({ branch, passesOn: [first, ...others] }: FailureStory): Inline[] {
  if (first === undefined) return [];
  const name = first.branch === branch ? first.environment : `${first.branch ?? "no branch"} (${first.environment})`;
  const link = { text: cutAtWord(name, longest.name), url: `/reports/${first.run.id}` };
  return ["still passes on ", link, ...(others.length === 0 ? [] : [` and ${others.length} more`])];
}

function itemText(item: FailureStory["item"], projectId: number): Inline[] {
  if (item === null) return [];
  const link = {
    text: cutAtWord(item.title, longest.name),
    url: `/analysis?annotation=${item.id}&project=${projectId}`,
  };
  return ["item ", link, ...(item.assignee === null ? [] : [` of ${cutAtWord(item.assignee, longest.name)}`])];
}

function ticketText(ticket: FailureStory["ticket"]): Inline[] {
  if (ticket === null) return [];
  return [ticket.url === null ? ticket.key : { text: ticket.key, url: ticket.url }];
}
