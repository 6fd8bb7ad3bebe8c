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
  readonly mustBeReport: boolean;
}

/** Types of files that reports may refer to. They need not be reports, even if the user names them. */
const attachmentFile =
  /\.(?:png|jpe?g|gif|webp|bmp|svg|avif|webm|mp4|mov|pdf|html?|css|js|txt|log|har|zip|gz|tgz|tar)$/i;
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
    const { foundBy, paths } = await matchPattern(pattern, cwd);
    if (paths.length === 0) throw new UsageError(`Nothing matches ${pattern} (in ${cwd}).`);
    for (const path of paths) add(found, await readLocalFile(path, cwd, foundBy));
  }
  return sorted(found);
}

/** Like `findFiles`, for files that may not exist yet. Returns the files that exist and are readable. A name without a match is not an error. */
export async function findExistingFiles(patterns: readonly string[], cwd: string): Promise<LocalFile[]> {
  const found = new Map<string, LocalFile>();
  for (const pattern of patterns) {
    // A folder may vanish while it is read: tools empty their folders when they start.
    const { foundBy, paths } = await matchPattern(pattern, cwd).catch(() => ({
      foundBy: "folder" as const,
      paths: [],
    }));
    for (const path of paths) {
      const file = await readLocalFile(path, cwd, foundBy).catch(() => null);
      if (file !== null) add(found, file);
    }
  }
  return sorted(found);
}

/** A file found in a folder may also have been specified by name. */
function add(found: Map<string, LocalFile>, file: LocalFile): void {
  found.set(file.path, { ...file, mustBeReport: file.mustBeReport || found.get(file.path)?.mustBeReport === true });
}

function sorted(found: ReadonlyMap<string, LocalFile>): LocalFile[] {
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type FoundBy = "name" | "pattern" | "folder";

async function matchPattern(pattern: string, cwd: string): Promise<{ foundBy: FoundBy; paths: string[] }> {
  const path = resolve(cwd, pattern);
  // Checked before the text is read as a pattern: `results [chrome].xml` may be a file name.
  const stats = await stat(path).catch(() => null);
  if (stats !== null && !stats.isDirectory()) return { foundBy: "name", paths: [path] };
  // Loaded only when needed.
  const { glob } = await import("tinyglobby");
  if (stats !== null)
    return { foundBy: "folder", paths: (await glob("**", { cwd: path, ignore, absolute: true })).map(nativePath) };
  // On Windows a backslash separates folders; in a pattern it would escape the next character.
  const portable = sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  const found = await glob(portable, { cwd, ignore, absolute: true, expandDirectories: false });
  return { foundBy: "pattern", paths: found.map(nativePath) };
}

function nativePath(path: string): string {
  return resolve(path);
}

async function readLocalFile(path: string, cwd: string, foundBy: FoundBy): Promise<LocalFile> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new UsageError(`${path} is not a file.`);
  await access(path, constants.R_OK).catch(() => {
    throw new UsageError(`${path} cannot be read: permission denied.`);
  });
  const mustBeReport = foundBy === "name" ? !attachmentFile.test(path) : foundBy === "pattern" && reportFile.test(path);
  return { path, name: uploadName(path, cwd), size: stats.size, modified: stats.mtimeMs, mustBeReport };
}

function uploadName(path: string, cwd: string): string {
  const relativePath = relative(cwd, path);
  const isOutside = relativePath === "" || isAbsolute(relativePath) || relativePath.split(sep)[0] === "..";
  const name = isOutside ? path.slice(parse(path).root.length) : relativePath;
  return name.split(sep).join("/");
}
