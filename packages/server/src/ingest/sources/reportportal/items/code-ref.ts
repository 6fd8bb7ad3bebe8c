import { sourcePath } from "@plumb/formats/text/project-path.ts";

/** Location in the `codeRef` of an item. */
export interface CodeLocation {
  readonly file: string;
  readonly line: number | undefined;
  /** True if only the file is given. */
  readonly isFile: boolean;
}

/**
 * Matches files by extension, followed by names (`/Suite/test`, `:Class.test`) or a line. Extensions that could also end qualified names in Java and
 * .NET require a folder.
 */
const script = /^(.*?\.(?:[cm]?[jt]sx?|py|robot|resource|feature|story|vue|svelte))(?=$|[/:[])(?::(\d+))?/i;
const source = /^(.*?[/\\][^:[]*?\.(?:java|kt|groovy|scala|cs|go|rb|php|swift|spec))(?=$|[/:[])(?::(\d+))?/i;

const longest = 1000;

/** Returns `null` if it contains no file, as a qualified Java name. */
export function codeLocation(codeRef: string | undefined): CodeLocation | null {
  if (codeRef === undefined) return null;
  const posix = codeRef.slice(0, longest).replaceAll("\\", "/");
  const found = script.exec(posix) ?? source.exec(posix);
  if (found === null) return null;
  const [full, path = "", line] = found;
  const rest = codeRef.slice(full.length);
  // JavaScript agents start paths within the project with a slash.
  const file = sourcePath(path).replace(/^\/+(?=[^/]+(?:\/|$))/, "");
  if (file === "") return null;
  return { file, line: line === undefined ? undefined : Number(line), isFile: /^[/:]*$/.test(rest) };
}

/** Returns true if a name contains nothing more than the file. */
export function namesFile(name: string, { file, isFile }: CodeLocation): boolean {
  if (!isFile) return false;
  const path = name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  return path !== "" && (file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`));
}
