import { posix } from "node:path";
import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import type { SpooledFile } from "./spool.ts";
import type { ArtifactKind } from "#store/results/artifacts.ts";

/** Finds uploaded files by paths in a report, which were written on another machine. */
export interface ArtifactFiles {
  match(report: Pick<SpooledFile, "name" | "archive">, path: string): SpooledFile | null;
  /** Returns the uploaded file with this content, regardless of its name. */
  withHash(hash: string): SpooledFile | null;
  isUsed(file: SpooledFile): boolean;
  readonly isEmpty: boolean;
}

/**
 * Matches paths by their last segments: `D:\work\test-results\a\trace.zip` is `artifacts/test-results/a/trace.zip`. Prefers files next to the report
 * in the same archive, then the longest common end. The match must be a whole path or at least a folder and a name, and it must be unambiguous. A
 * file that was found by its bare name matches only one path.
 */
export function artifactFiles(files: readonly SpooledFile[]): ArtifactFiles {
  const byBaseName = Map.groupBy(files, ({ name }) => posix.basename(name));
  const byHash = new Map(files.map((file) => [file.hash, file]));
  const claimed = new Map<SpooledFile, string>();
  const used = new Set<string>();
  return {
    isUsed: ({ hash }) => used.has(hash),
    isEmpty: files.length === 0,
    withHash(hash) {
      const file = byHash.get(hash) ?? null;
      if (file !== null) used.add(hash);
      return file;
    },
    match(report, path) {
      const requested = segmentsOf(path);
      const beside = segmentsOf(posix.join(posix.dirname(report.name), path.replaceAll("\\", "/"))).join("/");
      let best: SpooledFile | null = null;
      let bestScore = 0;
      let ambiguous = false;
      for (const file of byBaseName.get(requested.at(-1) ?? "") ?? []) {
        const segments = segmentsOf(file.name);
        const isBeside = segments.join("/") === beside;
        const score = isBeside ? (file.archive === report.archive ? 2000 : 1000) : scoreOf(segments, requested);
        if (score < bestScore || score === 0) continue;
        ambiguous = score === bestScore && (ambiguous || best?.hash !== file.hash);
        if (score > bestScore) best = file;
        bestScore = score;
      }
      if (best === null || ambiguous || (bestScore === 1 && (claimed.get(best) ?? path) !== path)) return null;
      claimed.set(best, path);
      used.add(best.hash);
      return best;
    },
  };
}

function segmentsOf(path: string): string[] {
  return posix
    .normalize(path.replaceAll("\\", "/"))
    .split("/")
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
}

/** Returns the length of the common end; 0 if it is too short to identify a file. */
function scoreOf(a: readonly string[], b: readonly string[]): number {
  let common = 0;
  while (common < Math.min(a.length, b.length) && a[a.length - 1 - common] === b[b.length - 1 - common]) common += 1;
  return common >= 2 || common === Math.min(a.length, b.length) ? common : 0;
}

export function artifactKind(artifact: Pick<ArtifactEvent, "name" | "contentType" | "path">): ArtifactKind {
  const { contentType } = artifact;
  if (artifact.name === "trace" || /(^|[\\/])trace\.zip$/.test(artifact.path ?? "")) return "trace";
  if (contentType.startsWith("image/")) return "screenshot";
  if (contentType.startsWith("video/")) return "video";
  return contentType.startsWith("text/") || contentType === "application/json" ? "text" : "other";
}
