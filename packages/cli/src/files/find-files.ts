import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, parse, relative, resolve, sep } from "node:path";
import { UsageError } from "#core/usage-error.ts";

export interface LocalFile {
  readonly path: string;
  /** Relative path with forward slashes, as sent to the server, which matches artifacts with reports by the end of their paths. */
  readonly name: string;
  /** Size in bytes when the file was found. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** The user specified it as a report, by name or pattern, so it must be one. Files in a folder need not be reports. */
  readonly meant: boolean;
}

/** Types of files that reports may refer to. They need not be reports, even if the user names them. */
const attachment = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif|webm|mp4|mov|pdf|html?|css|js|txt|log|har|zip|gz|tgz|tar)$/i;
/** File types that must be reports if a pattern matches them. */
const reportFile = /\.(?:xml|json|jsonl|ndjson|trx|tap)$/i;

/** Large folders that never contain reports. */
const ignore = ["**/node_modules/**", "**/.git/**"];

/**
 * Resolves files, folders (with all their files except hidden ones) and glob patterns to a list without duplicates, sorted by name.
 *
 * @throws UsageError for a name that matches nothing or a file that cannot be read, because a run without the missing report would look like a run
 * without failures.
 */
export async function findFiles(patterns: readonly string[], cwd: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const pattern of patterns) {
    const { by, paths } = await matches(pattern, cwd);
    if (paths.length === 0) throw new UsageError(`Nothing matches ${pattern} (in ${cwd}).`);
    for (const path of paths) add(found, await localFile(path, cwd, by));
  }
  return sorted(found);
}

/** Like `findFiles`, for files that may not exist yet. Returns the files that exist and are readable. A name without a match is not an error. */
export async function findFilesNow(patterns: readonly string[], cwd: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const pattern of patterns) {
    // A folder may vanish while it is read: tools empty their folders when they start.
    const { by, paths } = await matches(pattern, cwd).catch(() => ({ by: "folder" as const, paths: [] }));
    for (const path of paths) {
      const file = await localFile(path, cwd, by).catch(() => null);
      if (file !== null) add(found, file);
    }
  }
  return sorted(found);
}

/** A file found in a folder may also have been specified by name. */
function add(found: Map<string, LocalFile>, file: LocalFile): void {
  found.set(file.path, { ...file, meant: file.meant || found.get(file.path)?.meant === true });
}

function sorted(found: ReadonlyMap<string, LocalFile>): LocalFile[] {
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type FoundBy = "name" | "pattern" | "folder";

async function matches(pattern: string, cwd: string): Promise<{ by: FoundBy; paths: string[] }> {
  const path = resolve(cwd, pattern);
  // Checked before the text is read as a pattern: `results [chrome].xml` may be a file name.
  const stats = await stat(path).catch(() => null);
  if (stats !== null && !stats.isDirectory()) return { by: "name", paths: [path] };
  // Loaded only when needed.
  const { glob } = await import("tinyglobby");
  if (stats !== null)
    return { by: "folder", paths: (await glob("**", { cwd: path, ignore, absolute: true })).map(native) };
  // On Windows a backslash separates folders; in a pattern it would escape the next character.
  const portable = sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  const found = await glob(portable, { cwd, ignore, absolute: true, expandDirectories: false });
  return { by: "pattern", paths: found.map(native) };
}

function native(path: string): string {
  return resolve(path);
}

async function localFile(path: string, cwd: string, by: FoundBy): Promise<LocalFile> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new UsageError(`${path} is not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(`${path} cannot be read: permission denied.`);
  });
  const meant = by === "name" ? !attachment.test(path) : by === "pattern" && reportFile.test(path);
  return { path, name: nameOf(path, cwd), size: stats.size, modified: stats.mtimeMs, meant };
}

function nameOf(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  const outside = inside === "" || isAbsolute(inside) || inside.split(sep)[0] === "..";
  const name = outside ? path.slice(parse(path).root.length) : inside;
  return name.split(sep).join("/");
}
