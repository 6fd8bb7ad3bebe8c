/** JavaScript supports look-around and back-references, but the server searches for their literal text. */
export function isPlainText(author: string): boolean {
  return /\(\?<?[=!]|\\[1-9]|\\k</.test(author);
}
