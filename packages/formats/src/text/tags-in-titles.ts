/** Returns words in titles that begin with `@` as tags, without the `@`. */
export function tagsIn(titles: readonly string[]): string[] {
  return titles
    .flatMap((title) => (title.includes("@") && title.match(/(?<!\S)@[^\s@]+/g)) || [])
    .map((tag) => tag.slice(1));
}
