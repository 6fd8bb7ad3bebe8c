/** Look-around and back-references are valid in JavaScript, but the server searches for the literal text. */
export function isPlainText(author: string): boolean {
  return /\(\?<?[=!]|\\[1-9]|\\k</.test(author);
}
