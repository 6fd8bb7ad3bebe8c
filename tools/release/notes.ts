/**
 * Returns the section of a version in a changelog, without its heading.
 *
 * @throws Error if the changelog lacks the version.
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split("\n", 1)[0]?.split(" ")[0] === version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`);
  return `${section.slice(section.indexOf("\n")).trim()}\n`;
}
