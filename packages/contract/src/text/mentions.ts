/** Somebody who may be named in a text. */
export interface Named {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface Mention {
  /** From the sign on, as offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Whoever is called that; several where people share a name. */
  readonly ids: readonly number[];
}

/**
 * Where a text names people: `@` at the start of a word, followed by a name or an address in any case. Of two names the longer
 * one is meant; a name that goes on as a word is another name.
 */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  const called = Map.groupBy(
    people.flatMap(({ id, name, email }) =>
      [...new Set([name, email])].map((word) => ({ id, word: word.toLowerCase() })),
    ),
    ({ word }) => word,
  );
  const words = [...called.keys()].filter((word) => word !== "").toSorted((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const mentions: Mention[] = [];
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    if (isWordCharacter(lower, at - 1)) continue;
    const word = words.find((name) => lower.startsWith(name, at + 1) && !isWordCharacter(lower, at + 1 + name.length));
    if (word === undefined) continue;
    const ids = (called.get(word) ?? []).map(({ id }) => id);
    mentions.push({ start: at, end: at + 1 + word.length, ids: [...new Set(ids)] });
  }
  return mentions;
}

function isWordCharacter(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text.charAt(at));
}

/** What is written for somebody: their name, or the address where others share the name. */
export function mentionOf(person: Named, people: readonly Named[]): string {
  const same = people.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase());
  return `@${same.length > 1 ? person.email : person.name}`;
}
