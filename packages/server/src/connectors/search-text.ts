/** Returns the words of a text for a search. Operators, quotes and wildcards of query languages are left out. */
export function searchWords(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .slice(0, 400)
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 12);
}

/** Returns text as an address if it begins with `base`; otherwise `null`. */
export function addressWithin(text: string, base: string): URL | null {
  const [input, home] = [URL.parse(text.trim()), URL.parse(base)];
  if (input === null || home === null || input.origin !== home.origin) return null;
  return input.pathname.startsWith(home.pathname.replace(/\/+$/, "")) ? input : null;
}

/** Returns the values of a field that lists names, separated by commas. */
export function namesOf(text: string | undefined): readonly string[] {
  return (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Returns a new ticket's field value as a list. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? namesOf(value) : value;
}
