import { sourcePath } from "#text/project-path.ts";

interface Suite {
  readonly name: string;
  readonly source?: string | undefined;
}

/**
 * Returns the names of the suites that belong to the titles of a test, from the outermost to the innermost. Suites of folders do not: the path
 * of the file contains them, and which of them are in a report depends on the command (`robot tests`, `robot tests/till.robot`) and
 * on the checkout folder of the agent.
 */
export function suiteNames(suites: readonly Suite[]): string[] {
  const innermost = suites.at(-1);
  // Only the innermost suite can be a file.
  const visible = innermost !== undefined && isFile(innermost) ? [innermost] : suites;
  return visible.map(({ name }) => name);
}

/**
 * Returns the file of the innermost suite, relative to the project, or else to the parent of the outermost suite's folder. `null` if the suite
 * is not a file. Sources are absolute.
 */
export function fileOf(suites: readonly Suite[]): string | null {
  const innermost = suites.at(-1);
  if (innermost === undefined || !isFile(innermost)) return null;
  const source = posix(innermost);
  const path = sourcePath(source);
  if (!/^(?:[a-z]:)?\//i.test(path)) return path;
  const outermost = posix(suites.find((suite) => posix(suite) !== "") ?? innermost).replace(/\/$/, "");
  const parent = outermost.slice(0, outermost.lastIndexOf("/") + 1);
  return parent !== "" && source.startsWith(parent) ? source.slice(parent.length) : path;
}

function posix({ source = "" }: Suite): string {
  return source.replaceAll("\\", "/");
}

function isFile({ source = "" }: Suite): boolean {
  return /\.\w+$/.test(source);
}
