import type { FailureOutline } from "./failure-outline.ts";
import {
  blockOf,
  type Comparable,
  comparable,
  isAlike,
  keyOf,
  leastOthers,
  leastShare,
  longText,
  saysItself,
  wordsOf,
} from "./likeness.ts";

/**
 * Groups failures as they arrive. Two fingerprints belong together if all their anchors are equal and they share
 * enough words; groups are the connected components of that relation. The relation depends on the two only, so the
 * order of arrival does not matter: a failure related to two groups merges them. The smallest key of its
 * fingerprints names a group.
 */
export class FailureGroups {
  /** Outlines by block and by a word that any similar one must have too. */
  readonly #places = new Map<string, Comparable[]>();
  readonly #parents = new Map<string, string>();
  /** Most outlines come again and again. */
  readonly #added = new WeakSet<FailureOutline>();

  /** @returns The groups that this outline joined into one; most often none. */
  add(outline: FailureOutline): readonly string[] {
    if (this.#added.has(outline)) return [];
    this.#added.add(outline);
    const key = keyOf(outline);
    if (this.#parents.has(key)) return [];
    this.#parents.set(key, key);
    const newcomer = comparable(outline);
    const block = blockOf(outline);
    const joined = new Set<string>();
    const { own, looked } = placesOf(outline, newcomer);
    for (const place of looked) {
      for (const other of this.#places.get(`${block}\n${place}`) ?? []) {
        const group = this.#root(other.key);
        if (group === this.#root(key) || !isAlike(newcomer, other)) continue;
        joined.add(group);
        this.#join(key, group);
      }
    }
    for (const place of own) {
      const at = `${block}\n${place}`;
      const others = this.#places.get(at);
      if (others === undefined) this.#places.set(at, [newcomer]);
      else others.push(newcomer);
    }
    return joined.size > 1 ? [...joined].toSorted() : [];
  }

  /** The group of an outline that was added. */
  groupOf(outline: FailureOutline): string {
    return this.#root(keyOf(outline));
  }

  #root(key: string): string {
    let root = key;
    for (let above = this.#parents.get(root) ?? root; above !== root; above = this.#parents.get(root) ?? root)
      root = above;
    // Later look-ups go there at once.
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
 * Where an outline is put, and where those are looked for that may be like it.
 *
 * A short one may have a word more or less than its like: it is put under all its words and under all but each one, and
 * is looked for there the other way round. Long ones that share at least a share t of their words have one of the first
 * n - t·n + 1 words in common, in any fixed order of words: the longest come first, since they are the rarest.
 */
function placesOf(outline: FailureOutline, { words, firstLine }: Comparable): { own: string[]; looked: string[] } {
  const own: string[] = [];
  const looked: string[] = [];
  if (words.length <= longText && words.length >= leastOthers) {
    const whole = words.join();
    const without = Array.from(words, (_, left) => words.filter((_word, index) => index !== left).join());
    own.push(`all ${whole}`, ...without.map((rest) => `but one ${rest}`));
    looked.push(`but one ${whole}`, ...without.map((rest) => `all ${rest}`));
  }
  if (words.length >= longText) {
    const ordered = [...wordsOf(outline)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
    const prefix = ordered.slice(0, ordered.length - Math.ceil(leastShare * ordered.length) + 1);
    own.push(...prefix);
    looked.push(...prefix);
  }
  if (saysItself(firstLine)) {
    own.push(`says ${firstLine}`);
    looked.push(`says ${firstLine}`);
  }
  return { own, looked };
}
