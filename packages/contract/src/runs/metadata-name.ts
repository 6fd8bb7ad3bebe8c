const names = new Map([
  ["commitAuthor", "Commit author"],
  ["commitSubject", "Commit subject"],
  ["commitUrl", "Commit link"],
  ["buildUrl", "Build link"],
  ["pullRequestTitle", "Pull request"],
  ["pullRequestUrl", "Pull request link"],
  ["operatingSystem", "Operating system"],
  ["startedLocalTime", "Started (local time, no zone)"],
  ["hostname", "Host"],
  ["playwrightVersion", "Playwright"],
]);

/** Returns the readable name of a fact about a run, such as `Node version` for `nodeVersion`. */
export function metadataName(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const words = key.replaceAll(/(?<=[a-z])(?=[A-Z][a-z])|[_-]+/g, " ").trim();
  // Keeps abbreviations such as `CPU`.
  const text = words.replaceAll(/(?<= )[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
