/** Returns the owner in a tag such as `owner-Ada` or `@author:Ada`; undefined if there is none. */
export function authorInTags(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    const [, author] = /^@?(?:owner|author)[-:=_ ]+(.{1,200})$/i.exec(tag) ?? [];
    if (author !== undefined) return author;
  }
  return undefined;
}
