import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, parse, relative, resolve, sep } from "node:path";
import { UsageError } from "#usage-error.ts";

export interface LocalFile {
  readonly path: string;
  /** As the server sees it: relative, with forward slashes. Artifacts are matched with reports by its ending. */
  readonly name: string;
  /** Bytes, when it was found. */
  readonly size: number;
  /** When it was changed last, in milliseconds since 1970. */
  readonly modified: number;
}

/** Never meant, and large. */
const ignore = ["**/node_modules/**", "**/.git/**"];

/**
 * Resolves files, folders (everything in them, hidden files aside) and glob patterns, without repeats, sorted by name.
 *
 * @throws UsageError for a name that matches nothing or a file that cannot be read: a report that silently stays
 * behind would look like a run without failures.
 */
export async function findFiles(patterns: readonly string[], cwd: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const pattern of patterns) {
    const paths = await matches(pattern, cwd);
    if (paths.length === 0) throw new UsageError(`Nothing matches ${pattern} (in ${cwd}).`);
    for (const path of paths) if (!found.has(path)) found.set(path, await localFile(path, cwd));
  }
  return sorted(found);
}

/** The same for what may come later: whatever is there and can be read now. A name that matches nothing is no mistake yet. */
export async function findFilesNow(patterns: readonly string[], cwd: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const pattern of patterns) {
    // A folder may vanish while it is read: tools empty their folders when they start.
    for (const path of await matches(pattern, cwd).catch(() => [])) {
      const file = await localFile(path, cwd).catch(() => null);
      if (file !== null) found.set(path, file);
    }
  }
  return sorted(found);
}

function sorted(found: ReadonlyMap<string, LocalFile>): LocalFile[] {
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function matches(pattern: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, pattern);
  // Before the pattern is read as one: `results [chrome].xml` may be the name of a file.
  const stats = await stat(path).catch(() => null);
  if (stats !== null && !stats.isDirectory()) return [path];
  // Loaded where there is something to look for.
  const { glob } = await import("tinyglobby");
  if (stats !== null) return (await glob("**", { cwd: path, ignore, absolute: true })).map(native);
  // On Windows a backslash separates; in patterns it would escape.
  const portable = sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  return (await glob(portable, { cwd, ignore, absolute: true, expandDirectories: false })).map(native);
}

function native(path: string): string {
  return resolve(path);
}

async function localFile(path: string, cwd: string): Promise<LocalFile> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new UsageError(`${path} is not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(`${path} cannot be read: permission denied.`);
  });
  return { path, name: nameOf(path, cwd), size: stats.size, modified: stats.mtimeMs };
}

function nameOf(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  const outside = inside === "" || isAbsolute(inside) || inside.split(sep)[0] === "..";
  const name = outside ? path.slice(parse(path).root.length) : inside;
  return name.split(sep).join("/");
}
