import { sourcePath } from "@plumb/formats/text/project-path.ts";

/** Location in the `codeRef` of an item. */
export interface CodePlace {
  readonly file: string;
  readonly line: number | undefined;
  /** Nothing follows: the item is the file. */
  readonly isFile: boolean;
}

/**
 * Files by extension, followed by names (`/Suite/test`, `:Class.test`) or a line. Extensions that qualified names in
 * Java and .NET could have need a folder.
 */
const script = /^(.*?\.(?:[cm]?[jt]sx?|py|robot|resource|feature|story|vue|svelte))(?=$|[/:[])(?::(\d+))?/i;
const source = /^(.*?[/\\][^:[]*?\.(?:java|kt|groovy|scala|cs|go|rb|php|swift|spec))(?=$|[/:[])(?::(\d+))?/i;

const longest = 1000;

/** Null if it names no file, as for a qualified Java name. */
export function codePlace(codeRef: string | undefined): CodePlace | null {
  if (codeRef === undefined) return null;
  const posix = codeRef.slice(0, longest).replaceAll("\\", "/");
  const found = script.exec(posix) ?? source.exec(posix);
  if (found === null) return null;
  const [whole, path = "", line] = found;
  const rest = codeRef.slice(whole.length);
  // Agents for JavaScript begin paths within the project with a slash.
  const file = sourcePath(path).replace(/^\/+(?=[^/]+(?:\/|$))/, "");
  if (file === "") return null;
  return { file, line: line === undefined ? undefined : Number(line), isFile: /^[/:]*$/.test(rest) };
}

/** True if a name says no more than the file does. */
export function namesFile(name: string, { file, isFile }: CodePlace): boolean {
  if (!isFile) return false;
  const said = name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  return said !== "" && (file === said || file.endsWith(`/${said}`) || said.endsWith(`/${file}`));
}
