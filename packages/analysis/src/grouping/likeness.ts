import type { FailureOutline } from "./failure-outline.ts";

/** Why two failures are in one group. */
export interface Likeness {
  /** `same`: their outlines are equal; `similar`: nearly, and all their anchors agree. */
  readonly kind: "same" | "similar";
  /** Share of words that both have, 0 to 1. */
  readonly share: number;
  /** What had to agree, and does. */
  readonly anchors: Readonly<Record<string, string>>;
  readonly onlyInFirst: readonly string[];
  readonly onlyInSecond: readonly string[];
}

/** Of two texts with equal anchors so many words must be shared; short ones differ by a word that matters. */
export const leastShare = 0.72;
const shortText = 20;
const leastShareOfShort = 0.9;

const word = /[\p{L}\p{N}_$<>-]+/gu;
/** What is quoted, and what is named as code names things: failures that name different things are different. */
const quoted = /`([^`\n]{1,120})`|'([^'\n]{1,120})'|"([^"\n]{1,120})"/g;
const identifier = /\b[\w$]+(?:[._][\w$]+)+\b/g;

/** An outline made ready to be compared. */
export interface Comparable {
  readonly key: string;
  readonly words: ReadonlySet<string>;
  readonly firstLine: string;
}

/** Equal for equal outlines. */
export function keyOf({ anchors, text }: FailureOutline): string {
  return JSON.stringify([sorted(anchors), text]);
}

/** What has to be equal before words are compared at all: the anchors, and what the first lines name. */
export function blockOf({ anchors, text }: FailureOutline): string {
  const lines = text.split("\n", saysItself(text.split("\n", 1)[0] ?? "") ? 1 : 3);
  const names = [...(lines[0] ?? "").slice(0, 200).matchAll(quoted)].slice(0, 3).map((match) => match[0]);
  const identifiers = new Set(lines.flatMap((line) => line.slice(0, 120).match(identifier) ?? []));
  return JSON.stringify([sorted(anchors), names, [...identifiers].toSorted().slice(0, 8)]);
}

function sorted(anchors: Readonly<Record<string, string>>) {
  return Object.entries(anchors).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function comparable(outline: FailureOutline): Comparable {
  return {
    key: keyOf(outline),
    words: new Set(outline.text.match(word) ?? []),
    firstLine: outline.text.split("\n", 1)[0] ?? "",
  };
}

/** Whether two outlines of one block have one cause. It depends on nothing but the two. */
export function isAlike(first: Comparable, second: Comparable): boolean {
  if (first.firstLine === second.firstLine && saysItself(first.firstLine)) return true;
  const [one, other] = [first.words, second.words];
  const least = Math.min(one.size, other.size) < shortText ? leastShareOfShort : leastShare;
  // Sets whose sizes differ too much cannot share enough.
  if (Math.min(one.size, other.size) < least * Math.max(one.size, other.size)) return false;
  return shareOf(one, other) >= least;
}

/** A first line that is long and names something: what follows it is the tool's talk. */
export function saysItself(firstLine: string): boolean {
  return firstLine.length >= 60 && /[`'"].+[`'"]/.test(firstLine);
}

/** Why two failures belong together; null if they do not by themselves. */
export function likeness(first: FailureOutline, second: FailureOutline): Likeness | null {
  const [one, other] = [comparable(first), comparable(second)];
  const isSame = one.key === other.key;
  if (!isSame && (blockOf(first) !== blockOf(second) || !isAlike(one, other))) return null;
  return {
    kind: isSame ? "same" : "similar",
    share: shareOf(one.words, other.words),
    anchors: first.anchors,
    onlyInFirst: [...one.words].filter((each) => !other.words.has(each)),
    onlyInSecond: [...other.words].filter((each) => !one.words.has(each)),
  };
}

/** Words of both, as a share of the words of either. */
function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let both = 0;
  for (const each of words) if (others.has(each)) both += 1;
  const either = words.size + others.size - both;
  return either === 0 ? 1 : both / either;
}
