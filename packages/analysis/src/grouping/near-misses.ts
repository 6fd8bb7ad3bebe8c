import type { FailureFingerprint } from "./failure-fingerprint.ts";
import { hashOf } from "#errors/text-hash.ts";
import { longText, namesIn, shareOf, wordsOf } from "./similarity.ts";

/** A cause, represented by its most frequent error. */
export interface FingerprintedCause {
  readonly outline: FailureFingerprint;
  /** Code of the sub-class; `null` if it is unknown. */
  readonly subClass: string | null;
}

/** Two causes with different words that may be the same. */
export interface NearMiss {
  /** Indices of both causes, the smaller one first. */
  readonly first: number;
  readonly second: number;
  /** `words`: their texts are nearly the same. `place`: their texts differ, but target or host are the same. */
  readonly by: "words" | "place";
  /** Share of words in common, 0 to 1. */
  readonly share: number;
  /** True if each text has words that the other does not have, in texts so short that each word matters. */
  readonly replaced: boolean;
  readonly sameSubClass: boolean;
}

export interface NearMisses {
  readonly found: readonly NearMiss[];
  /** Number of causes that were not compared with all similar ones, because there were too many. */
  readonly crowded: number;
}

/** Minimum share for two long texts that are not grouped automatically. */
const minShareOfLong = 0.5;
const minShareOfShort = 0.6;
/** Minimum number of words. Shorter texts have too little content to be similar. */
const fewestWords = 4;
/**
 * Minimum number of words for texts in which one word is replaced. In shorter texts another word means another cause: "todos is not defined" and
 * "token is not defined".
 */
const fewestAround = 8;
/** Maximum number of causes that a cause is compared with. Those that share its rarest words come first. */
const maxCompared = 20;

interface Ready {
  readonly outline: FailureFingerprint;
  readonly subClass: string | null;
  /** Hashes of the distinct words, ascending. */
  readonly words: Int32Array;
  readonly type: string | undefined;
  /** Numbers for the anchors that must be equal: `frame` for comparing texts, `place` for comparing places (0 if there is none). */
  readonly frame: number;
  readonly place: number;
}

/**
 * Returns pairs of causes that may be the same and should be checked by a user. Causes with different names for the same
 * thing (target, host, status, quoted name, number) never form a pair. Only compares causes that share a rare word or
 * their place.
 */
export function nearMisses(causes: readonly FingerprintedCause[]): NearMisses {
  const numberOf = numbering();
  const ready = causes.map((cause) => readied(cause, numberOf));
  const frequency = new Map<number, number>();
  for (const { words } of ready) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const buckets = new Map<number, number[]>();
  const names = createNames(ready);
  const found: NearMiss[] = [];
  let crowded = 0;
  for (const [second, cause] of ready.entries()) {
    const near = new Set<number>();
    const keys = keysOf(cause, frequency);
    for (const key of keys) addNear(near, buckets.get(key) ?? []);
    if (near.size > maxCompared) crowded += 1;
    for (const key of keys) {
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [second]);
      else bucket.push(second);
    }
    for (const first of [...near].slice(0, maxCompared)) {
      const miss = missOf(ready[first] as Ready, cause);
      if (miss !== null && !names.differ(first, second)) found.push({ first, second, ...miss });
    }
  }
  return { found, crowded };
}

/** Adds the latest causes of a bucket, until the maximum number is exceeded. */
function addNear(near: Set<number>, bucket: readonly number[]): void {
  for (let at = bucket.length - 1; at >= 0 && near.size <= maxCompared; at--) near.add(bucket[at] as number);
}

/** How often two causes occurred together: shares of the tests and runs of the rarer cause that also have the other one. */
export interface Together {
  readonly tests: number;
  readonly runs: number;
}

const minLikely = 50;

/** Returns how likely two causes are the same, in percent of the maximum score; `null` if there is too little evidence. */
export function likelihood(miss: Omit<NearMiss, "first" | "second">, { tests, runs }: Together): number | null {
  if (miss.by === "place") {
    if (tests < 0.5 && runs < 0.8) return null;
    return Math.round(35 + 30 * tests + 15 * runs + 20 * miss.share);
  }
  // A different word in a short text means a different cause, unless the same tests alternate between both.
  if (miss.replaced && tests < 0.5) return null;
  const score = Math.round(55 * miss.share + 20 * tests + 10 * runs + (miss.sameSubClass ? 15 : 0));
  return score < minLikely ? null : score;
}

/** Returns the words that occur in only one of two texts, in the order of the text, and the number of common words. */
export function wordsApart(
  first: FailureFingerprint,
  second: FailureFingerprint,
): { readonly onlyInFirst: readonly string[]; readonly onlyInSecond: readonly string[]; readonly inBoth: number } {
  const [words, others] = [wordsOf(first), wordsOf(second)];
  const onlyInFirst = [...words].filter((word) => !others.has(word));
  return {
    onlyInFirst,
    onlyInSecond: [...others].filter((word) => !words.has(word)),
    inBoth: words.size - onlyInFirst.length,
  };
}

function numbering(): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, known);
    return known;
  };
}

function readied({ outline, subClass }: FingerprintedCause, numberOf: (text: string) => number): Ready {
  const { target, host, status, cause, error } = outline.anchors;
  const location = target ?? host;
  return {
    outline,
    subClass,
    words: Int32Array.from(wordsOf(outline), hashOf).toSorted(),
    type: error,
    frame: numberOf(JSON.stringify([cause, target, host, status])),
    place:
      location === undefined || subClass === null
        ? 0
        : numberOf(JSON.stringify([location, target === location, subClass])),
  };
}

const wordValues = 2 ** 32;

/**
 * Returns lookup keys for the rarest words. Two sets that share half of their words have one of the first n - n/2 + 1 in common, in any fixed order.
 */
function keysOf({ words, frame, place }: Ready, frequency: ReadonlyMap<number, number>): number[] {
  const often = (word: number) => frequency.get(word) ?? 0;
  // A word that occurs in only one cause cannot lead to a pair.
  const shared = words.filter((word) => often(word) > 1);
  const prefix = shared.length - Math.ceil(minShareOfLong * words.length) + 1;
  const rarest = prefix > 0 ? [...shared].toSorted((a, b) => often(a) - often(b) || a - b).slice(0, prefix) : [];
  const keys = rarest.map((word) => frame * wordValues + (word >>> 0));
  return place === 0 ? keys : [-place, ...keys];
}

function missOf(one: Ready, other: Ready): Omit<NearMiss, "first" | "second"> | null {
  const sameSubClass = one.subClass !== null && one.subClass === other.subClass;
  const share = shareOf(one.words, other.words);
  // The class of an error is missing if the error was wrapped. Two different classes mean different errors.
  const sameType = one.type === other.type || one.type === undefined || other.type === undefined;
  const words = one.frame === other.frame && sameType ? byWords(one, other, share) : null;
  if (words !== null) return { by: "words", share, sameSubClass, ...words };
  if (one.place === 0 || one.place !== other.place) return null;
  const [status, otherStatus] = [one.outline.anchors["status"], other.outline.anchors["status"]];
  if (status !== undefined && otherStatus !== undefined && status !== otherStatus) return null;
  return { by: "place", share, sameSubClass, replaced: false };
}

function byWords(one: Ready, other: Ready, share: number): { replaced: boolean } | null {
  const fewer = Math.min(one.words.length, other.words.length);
  if (fewer < fewestWords) return null;
  if (fewer >= longText) return share >= minShareOfLong ? { replaced: false } : null;
  if (share < minShareOfShort) return null;
  // If all words of the shorter text are in the longer one, the share is the ratio of their lengths. A smaller share means replaced words.
  const replaced = share < fewer / Math.max(one.words.length, other.words.length);
  return replaced && fewer < fewestAround ? null : { replaced };
}

/** Returns a lazy cache for the names in causes, because most pairs already differ by their words. */
function createNames(causes: readonly Ready[]) {
  const known = new Map<number, readonly ReadonlySet<string>[]>();
  const namesOf = (index: number) => {
    const { outline } = causes[index] as Ready;
    const names = known.get(index) ?? [
      namesIn(outline),
      new Set([...wordsOf(outline)].filter((word) => /^\d+$/.test(word))),
    ];
    known.set(index, names);
    return names;
  };
  return {
    /** Returns true if each cause has names, or numbers, that the other does not have. */
    differ(first: number, second: number): boolean {
      const others = namesOf(second);
      return namesOf(first).some((names, kind) => {
        const of = others[kind] ?? new Set();
        return !names.isSubsetOf(of) && !of.isSubsetOf(names);
      });
    },
  };
}
