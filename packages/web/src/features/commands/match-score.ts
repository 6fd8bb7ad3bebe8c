/**
 * How well an entry fits what was typed: 0 for not at all, higher is better. Every word that was typed must be found: at
 * the start of the text (4), at the start of a word (3), anywhere (2), or as a shortening that keeps a word's first
 * letter (`stfr` for Storefront) or the words' first letters (`ws` for Web shop) (1). Case and accents do not count.
 *
 * @param text As made by `searchable`.
 * @param typed As made by `searchable`. An empty one fits everything.
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

/** Lower case, without accents, words apart by one space. */
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

/** Whether a token is made of letters of the word in their order, the first included. Two letters would fit too much. */
function shortens(token: string, word: string): boolean {
  if (token.length < 3 || token[0] !== word[0]) return false;
  let at = 0;
  for (const letter of token) {
    at = word.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
