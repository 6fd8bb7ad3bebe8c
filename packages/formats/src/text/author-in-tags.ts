/** Who a tag such as `owner-Ada` or `@author:Ada` says a test belongs to; undefined if none does. */
export function authorInTags(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const [, author] = /^@?(?:owner|author)[-:=_ ]+(.{1,200})$/i.exec(tag) ?? [];
    if (author !== undefined) return author;
  }
  return undefined;
}
