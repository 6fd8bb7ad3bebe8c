/** Returns words with an `@` in titles as tags, without it. */
export function tagsIn(titles: readonly string[]): string[] {
  return titles
    .flatMap((title) => (title.includes("@") && title.match(/(?<!\S)@[^\s@]+/g)) || [])
    .map((tag) => tag.slice(1));
}
