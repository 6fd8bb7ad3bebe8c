import { posix } from "node:path";
import type { ArtifactEvent } from "@plumb/contract/result-event.ts";
import type { SpooledFile } from "#ingest/spool.ts";
import type { ArtifactKind } from "#store/results/artifacts.ts";

/** Finds, for a path as a report wrote it on another machine, the uploaded file that it means. */
export interface ArtifactFiles {
  match(reportName: string, path: string): SpooledFile | null;
  /** The uploaded file with this content, whatever it is called. */
  withHash(hash: string): SpooledFile | null;
  readonly used: ReadonlySet<SpooledFile>;
}

/**
 * Paths meet at their ends: `D:\work\test-results\a\trace.zip` is `artifacts/test-results/a/trace.zip`. The longest
 * common ending wins; it must be a whole path or at least a folder and a name, and no other file may be as good. A file
 * that was found by its bare name answers to that one path only.
 */
export function artifactFiles(files: readonly SpooledFile[]): ArtifactFiles {
  const byBaseName = Map.groupBy(files, ({ name }) => posix.basename(name));
  const byHash = new Map(files.map((file) => [file.hash, file]));
  const claimed = new Map<SpooledFile, string>();
  const used = new Set<SpooledFile>();
  return {
    used,
    withHash(hash) {
      const file = byHash.get(hash) ?? null;
      if (file !== null) used.add(file);
      return file;
    },
    match(reportName, path) {
      const wanted = segmentsOf(path);
      const beside = segmentsOf(posix.join(posix.dirname(reportName), path.replaceAll("\\", "/")));
      let best: SpooledFile | null = null;
      let bestScore = 0;
      for (const file of byBaseName.get(wanted.at(-1) ?? "") ?? []) {
        const segments = segmentsOf(file.name);
        const score = Math.max(scoreOf(segments, wanted), segments.join("/") === beside.join("/") ? 1000 : 0);
        if (score > bestScore) {
          best = file;
          bestScore = score;
        } else if (score === bestScore) best = null;
      }
      if (best === null || (bestScore === 1 && (claimed.get(best) ?? path) !== path)) return null;
      claimed.set(best, path);
      used.add(best);
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

/** Length of the common ending; 0 if it is too short to mean the same file. */
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
