/** A user who can be mentioned. */
export interface Named {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface Mention {
  /** Offsets in the text, including the `@`. */
  readonly start: number;
  readonly end: number;
  /** Ids of all users with that name. */
  readonly ids: readonly number[];
}

/**
 * Finds mentions in a text: `@` at the start of a word, followed by a name or an address in any case. The longest
 * match wins; a name must end at a word boundary.
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

/** Returns the text of a mention: the name, or the address if several users share the name. */
export function mentionOf(person: Named, people: readonly Named[]): string {
  const same = people.filter(({ name }) => name.toLowerCase() === person.name.toLowerCase());
  return `@${same.length > 1 ? person.email : person.name}`;
}
