/**
 * Returns how well an entry matches the typed text: 0 for no match, higher is better. Every typed word must match the start of
 * the text (4), the start of a word (3), any other part (2), or be an abbreviation (1). An abbreviation starts with the first
 * letter of a word (`stfr` for Storefront) or consists of the first letters of the words (`ws` for Web shop).
 * Ignores case and accents.
 *
 * @param text Result of `searchable`.
 * @param typed Result of `searchable`. An empty text matches everything.
 */
export function matchScore(text: string, typed: string): number {
  if (typed === "") return 1;
  let sum = 0;
  const tokens = typed.split(" ");
  for (const token of tokens) {
    const score = tokenScore(text, token);
    if (score === 0) return 0;
    sum += score;
  }
  return sum / tokens.length;
}

/** Returns the text in lower case, without accents, and with single spaces between words. */
export function searchable(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\s\-_./:]+/g, " ")
    .trim();
}

function tokenScore(text: string, token: string): number {
  const at = text.indexOf(token);
  if (at === 0) return 4;
  if (text.includes(` ${token}`)) return 3;
  if (at > 0) return 2;
  const words = text.split(" ");
  const initials = words.map((word) => word[0] ?? "").join("");
  if (token.length > 1 && initials.includes(token)) return 1;
  return words.some((word) => shortens(token, word)) ? 1 : 0;
}

/** Returns whether the token abbreviates the word: its first letter, then others of it in order. Two letters would match too many words. */
function shortens(token: string, word: string): boolean {
  if (token.length < 3 || token[0] !== word[0]) return false;
  let at = 0;
  for (const letter of token) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
