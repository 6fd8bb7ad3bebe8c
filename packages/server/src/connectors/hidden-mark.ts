const partOfMark = /[\w:.-]/;

/** Returns a mark for a description in Markdown, which readers do not see. */
export function hiddenMark(mark: string): string {
  return `<!-- ${mark.replace(/[^\w:.-]/g, "")} -->`;
}

/** Returns whether a text contains a mark, and not as a part of a longer one. */
export function containsMark(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
    if (!partOfMark.test(text.charAt(at - 1)) && !partOfMark.test(text.charAt(at + mark.length))) return true;
  return false;
}

/** Tickets that an earlier attempt may have created: an attempt is repeated for up to three days. */
export function possiblyCreatedSince(now: Date): Date {
  return new Date(now.getTime() - 4 * 86_400_000);
}
