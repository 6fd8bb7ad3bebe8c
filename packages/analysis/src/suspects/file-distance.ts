import { errorLines } from "#errors/error-text.ts";
import { type Frame, readFrame } from "#errors/stack-frames.ts";

/** A file that took part in a failure. */
export interface FailingFile {
  /** Parts of its path, from any root. Java classes have no extension. */
  readonly segments: readonly string[];
}

/** How close a changed file is to a failing one, from near to far. */
export type Distance =
  | { readonly kind: "same"; readonly file: FailingFile; readonly place: number }
  | { readonly kind: "folder"; readonly file: FailingFile; readonly place: number }
  /** `share`: share of the changed file's folders that the failing file's path also contains, in the same order. */
  | { readonly kind: "near"; readonly file: FailingFile; readonly place: number; readonly share: number };

const maxFrames = 20;
/** `com.shop.CartTest`, as Java prints it. */
const javaClass = /^(?:[\p{L}_$][\p{L}\p{N}_$]*\.)+\p{Lu}[\p{L}\p{N}_$]*$/u;

/** Returns the team's files in an error, innermost first, each once. */
export function failingFiles(error: { readonly message: string; readonly stack: string | null }): FailingFile[] {
  const files = new Map<string, FailingFile>();
  for (const line of [...errorLines(error.message), ...errorLines(error.stack ?? "")]) {
    const frame = readFrame(line);
    if (frame === null || frame.role === "library") continue;
    const file = fileOf(frame);
    if (file.segments.length > 0 && files.size < maxFrames) files.set(file.segments.join("/"), file);
  }
  return [...files.values()];
}

function fileOf({ file }: Frame): FailingFile {
  const path = javaClass.test(file) ? file.replace(/\$.*$/, "").replaceAll(".", "/") : file;
  return { segments: pathSegments(path) };
}

/** Returns the segments of a path or script URL. */
export function pathSegments(path: string): string[] {
  return path
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, "")
    .replace(/[?#].*$/, "")
    .split(/[/\\]+/)
    .filter((part) => part !== "" && part !== "." && part !== ".." && !/^[a-z]:$/i.test(part));
}

/**
 * Returns the distance of a changed file to the nearest failing file; `null` if they have nothing in common.
 *
 * @param changed Path from the root of the repository. Failing files may have any root, such as a folder of the CI agent.
 */
export function distanceOf(changed: string, failing: readonly FailingFile[]): Distance | null {
  const path = pathSegments(changed);
  const folder = path.slice(0, -1);
  let best: Distance | null = null;
  for (const [index, file] of failing.entries()) {
    if (isSameFile(path, file.segments)) return { kind: "same", file, place: index };
    if (best?.kind === "folder") continue;
    const other = file.segments.slice(0, -1);
    if (folder.length > 0 && other.length > 0 && endsAlike(folder, other))
      best = { kind: "folder", file, place: index };
    else {
      const share = sharedFolders(folder, other) / Math.max(folder.length, 1);
      if (share >= 0.5 && (best?.kind !== "near" || share > best.share))
        best = { kind: "near", file, place: index, share };
    }
  }
  return best;
}

function isSameFile(changed: readonly string[], failing: readonly string[]): boolean {
  const name = failing.at(-1) ?? "";
  const bare = name.includes(".") ? changed : [...changed.slice(0, -1), (changed.at(-1) ?? "").replace(/\.\w+$/, "")];
  // A file in the root has the same name as many others.
  if (changed.length === 1 && failing.length > 1) return false;
  return endsAlike(bare, failing);
}

/** Returns true if one path is the end of the other one. */
function endsAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  for (let back = 1; back <= length; back++) if (one.at(-back) !== other.at(-back)) return false;
  return length > 0;
}

/** Returns how many first folders of a changed file occur in this order in another path, wherever the repository begins there. At least two count. */
function sharedFolders(changed: readonly string[], other: readonly string[]): number {
  let most = 0;
  for (const [start, part] of other.entries()) {
    if (part !== changed[0]) continue;
    let same = 1;
    while (same < changed.length && changed[same] === other[start + same]) same += 1;
    most = Math.max(most, same);
  }
  return most >= 2 ? most : 0;
}
