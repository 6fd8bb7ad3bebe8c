/** Look-around and back-references are valid in JavaScript but not on the server, which then searches for the text as it is. */
export function isPlainText(author: string): boolean {
  return /\(\?<?[=!]|\\[1-9]|\\k</.test(author);
}
