import type { FailureFingerprint } from "./failure-fingerprint.ts";
import {
  blockOf,
  type Comparable,
  comparable,
  isSimilar,
  keyOf,
  minOthers,
  minShare,
  longText,
  isSpecific,
  wordsOf,
} from "./similarity.ts";

/**
 * Groups failures incrementally. Two fingerprints are related if all their anchors are equal and they share
 * enough words; groups are the connected components of that relation. The relation depends only on the two fingerprints, so the
 * order of arrival does not matter: a failure related to two groups merges them. The smallest key of its
 * fingerprints is the name of a group.
 */
export class FailureGroups {
  /** Fingerprints by block and by a word that similar fingerprints must also have. */
  readonly #places = new Map<string, Comparable[]>();
  readonly #parents = new Map<string, string>();
  /** Most fingerprints are added repeatedly. */
  readonly #added = new WeakSet<FailureFingerprint>();

  /** @returns The groups that this fingerprint merged; usually empty. */
  add(outline: FailureFingerprint): readonly string[] {
    if (this.#added.has(outline)) return [];
    this.#added.add(outline);
    const key = keyOf(outline);
    if (this.#parents.has(key)) return [];
    this.#parents.set(key, key);
    const newcomer = comparable(outline);
    const block = blockOf(outline);
    const joined = new Set<string>();
    const { own, looked } = locationsOf(outline, newcomer);
    for (const location of looked) {
      for (const other of this.#places.get(`${block}\n${location}`) ?? []) {
        const group = this.#root(other.key);
        if (group === this.#root(key) || !isSimilar(newcomer, other)) continue;
        joined.add(group);
        this.#join(key, group);
      }
    }
    for (const target of own) {
      const at = `${block}\n${target}`;
      const others = this.#places.get(at);
      if (others === undefined) this.#places.set(at, [newcomer]);
      else others.push(newcomer);
    }
    return joined.size > 1 ? [...joined].toSorted() : [];
  }

  /** Returns the group of a fingerprint that was added. */
  groupOf(outline: FailureFingerprint): string {
    return this.#root(keyOf(outline));
  }

  #root(key: string): string {
    let root = key;
    for (let above = this.#parents.get(root) ?? root; above !== root; above = this.#parents.get(root) ?? root)
      root = above;
    // Path compression for faster lookups.
    for (let at = key; at !== root;) {
      const above = this.#parents.get(at) ?? root;
      this.#parents.set(at, root);
      at = above;
    }
    return root;
  }

  #join(one: string, other: string): void {
    const [first = one, second = other] = [this.#root(one), this.#root(other)].toSorted();
    this.#parents.set(second, first);
  }
}

/**
 * Returns the keys under which a fingerprint is stored, and the keys under which similar ones are found.
 *
 * Short similar texts may differ by one additional word. A short text is stored under all its words and under all but each one, and
 * looked up the other way round. Long texts that share at least a share t of their n words have one of the first
 * n - t·n + 1 words in common, in any fixed order of words. The longest words come first, because they are the rarest.
 */
function locationsOf(
  outline: FailureFingerprint,
  { words, firstLine }: Comparable,
): { own: string[]; looked: string[] } {
  const own: string[] = [];
  const looked: string[] = [];
  if (words.length <= longText && words.length >= minOthers) {
    const full = words.join();
    const without = Array.from(words, (_, left) => words.filter((_word, index) => index !== left).join());
    own.push(`all ${full}`, ...without.map((rest) => `but one ${rest}`));
    looked.push(`but one ${full}`, ...without.map((rest) => `all ${rest}`));
  }
  if (words.length >= longText) {
    const ordered = [...wordsOf(outline)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
    const prefix = ordered.slice(0, ordered.length - Math.ceil(minShare * ordered.length) + 1);
    own.push(...prefix);
    looked.push(...prefix);
  }
  if (isSpecific(firstLine)) {
    own.push(`says ${firstLine}`);
    looked.push(`says ${firstLine}`);
  }
  return { own, looked };
}
