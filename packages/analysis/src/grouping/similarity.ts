import { hashOf } from "#errors/text-hash.ts";
import type { FailureFingerprint } from "./failure-fingerprint.ts";

/** Why two failures are in one group. */
export interface Similarity {
  /** `same`: their fingerprints are equal; `similar`: their texts are similar, and all anchors are equal. */
  readonly kind: "same" | "similar";
  /** Share of words in common, 0 to 1. */
  readonly share: number;
  /** Anchors that had to be equal. */
  readonly anchors: Readonly<Record<string, string>>;
  readonly onlyInFirst: readonly string[];
  readonly onlyInSecond: readonly string[];
}

/** Minimum share of words that two long texts with equal anchors must have in common. */
export const minShare = 0.72;
/** In shorter texts each word matters: one may be missing if there are at least `minOthers` others, but no word may be replaced. */
export const longText = 20;
export const minOthers = 10;

const word = /[\p{L}\p{N}_$<>-]+/gu;
/** Quoted text and names in code style. Failures with different names are different. */
const quoted = /`([^`\n]{1,120})`|'([^'\n]{1,120})'|"([^"\n]{1,120})"/g;
const identifier = /\b[\w$]+(?:[._][\w$]+)+\b/g;

/** A fingerprint prepared for comparisons. */
export interface Comparable {
  readonly key: string;
  /** Hashes of the distinct words, ascending. Comparisons must be fast even with many similar failures. */
  readonly words: Int32Array;
  readonly firstLine: string;
}

/** Returns a key that is equal for equal fingerprints. */
export function keyOf({ anchors, text }: FailureFingerprint): string {
  return JSON.stringify([sorted(anchors), text]);
}

/** Returns what must be equal before words are compared: the anchors, and the names in the first lines. */
export function blockOf({ anchors, text }: FailureFingerprint): string {
  const lines = text.split("\n", isSpecific(text.split("\n", 1)[0] ?? "") ? 1 : 3);
  const names = [...(lines[0] ?? "").slice(0, 200).matchAll(quoted)].slice(0, 3).map((match) => match[0]);
  const identifiers = new Set(lines.flatMap((line) => line.slice(0, 120).match(identifier) ?? []));
  return JSON.stringify([sorted(anchors), names, [...identifiers].toSorted().slice(0, 8)]);
}

/** Returns the names in the first lines, either quoted or in code style. */
export function namesIn({ text }: FailureFingerprint): Set<string> {
  const lines = text.split("\n", 3).map((line) => line.slice(0, 200));
  return new Set(
    lines.flatMap((line) => [
      ...[...line.matchAll(quoted)].map((match) => match[0].slice(1, -1)),
      ...(line.match(identifier) ?? []),
    ]),
  );
}

function sorted(anchors: Readonly<Record<string, string>>) {
  return Object.entries(anchors).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export function comparable(outline: FailureFingerprint): Comparable {
  return {
    key: keyOf(outline),
    words: Int32Array.from(wordsOf(outline), hashOf).toSorted(),
    firstLine: outline.text.split("\n", 1)[0] ?? "",
  };
}

/** Returns the distinct words of a failure's text. */
export function wordsOf({ text }: FailureFingerprint): Set<string> {
  return new Set(text.match(word) ?? []);
}

/** Returns true if two fingerprints of one block have one cause. The result does not depend on other fingerprints. */
export function isSimilar(first: Comparable, second: Comparable): boolean {
  if (first.firstLine === second.firstLine && isSpecific(first.firstLine)) return true;
  const [fewer, more] = [first.words, second.words].toSorted((a, b) => a.length - b.length);
  if (fewer === undefined || more === undefined) return false;
  if (fewer.length < longText) {
    if (more.length - fewer.length > 1 || fewer.length < minOthers) return false;
    return inBoth(fewer, more) === fewer.length;
  }
  // Skips pairs whose sizes rule out the required overlap.
  return fewer.length >= minShare * more.length && shareOf(fewer, more) >= minShare;
}

/** Returns true if a first line is long and contains quoted text, so that the lines after it can be ignored. */
export function isSpecific(firstLine: string): boolean {
  return firstLine.length >= 60 && /[`'"].+[`'"]/.test(firstLine);
}

/** Returns why two failures belong together; `null` if only a decision of a user can join them. */
export function similarity(first: FailureFingerprint, second: FailureFingerprint): Similarity | null {
  const [one, other] = [comparable(first), comparable(second)];
  const isSame = one.key === other.key;
  if (!isSame && (blockOf(first) !== blockOf(second) || !isSimilar(one, other))) return null;
  const [words, others] = [wordsOf(first), wordsOf(second)];
  return {
    kind: isSame ? "same" : "similar",
    share: shareOf(one.words, other.words),
    anchors: first.anchors,
    onlyInFirst: [...words].filter((each) => !others.has(each)),
    onlyInSecond: [...others].filter((each) => !words.has(each)),
  };
}

/** Returns the share of words that both contain (Jaccard index). */
export function shareOf(words: Int32Array, others: Int32Array): number {
  const both = inBoth(words, others);
  const either = words.length + others.length - both;
  return either === 0 ? 1 : both / either;
}

function inBoth(words: Int32Array, others: Int32Array): number {
  let [both, at, otherAt] = [0, 0, 0];
  while (at < words.length && otherAt < others.length) {
    const difference = (words[at] ?? 0) - (others[otherAt] ?? 0);
    if (difference === 0) both += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) otherAt += 1;
  }
  return both;
}
