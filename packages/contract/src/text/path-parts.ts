/** Returns the folders and the name of a path or script URL, without its origin. */
export function pathParts(path: string): string[] {
  return path
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, "")
    .split(/[/\\]+/)
    .filter((part) => part !== "" && part !== ".");
}
