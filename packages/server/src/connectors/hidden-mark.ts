/** Returns a mark for a description in Markdown or HTML, which readers do not see. */
export function hiddenMark(mark: string): string {
  return `<!-- ${mark.replace(/[^\w:.-]/g, "")} -->`;
}

/** Tickets that an earlier attempt may have created: an attempt is repeated for up to three days. */
export function possiblyCreatedSince(now: Date): Date {
  return new Date(now.getTime() - 4 * 86_400_000);
}
