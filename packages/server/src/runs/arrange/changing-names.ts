import { mayBeGenerated } from "@plumb/analysis/executions/location.ts";
import type { Db } from "#store/db.ts";
import { earlierPaths } from "#store/ingest/run-sources.ts";
import type { RunKey } from "#store/runs/status-rows.ts";

/**
 * Returns the folder names that look generated and did not occur in the latest earlier runs of the suite, although these runs have folders of such
 * names. Without earlier runs, a name that looks generated may be the name of a device or a module, so it is kept.
 */
export async function changingNames(
  transaction: Db,
  run: RunKey,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = new Set(paths.flatMap(generatedNames));
  if (names.size === 0) return names;
  const before = await earlierPaths(transaction, run);
  const shapes = new Set(before.filter((path) => generatedNames(path).length > 0).map(shapeOf));
  const known = new Set(before.flatMap(generatedNames));
  const ofKnownShape = paths.filter((path) => shapes.has(shapeOf(path)));
  return new Set(ofKnownShape.flatMap(generatedNames).filter((name) => !known.has(name)));
}

/** Removes these folders from a path. */
export function withoutNames(path: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return path;
  const folders = path.split("/");
  const file = folders.pop() ?? "";
  return [...folders.filter((name) => !names.has(name)), file].join("/");
}

function generatedNames(path: string): string[] {
  return path.split("/").slice(0, -1).filter(mayBeGenerated);
}

/** Returns the path with a placeholder for each name that looks generated. */
function shapeOf(path: string): string {
  return path
    .split("/")
    .map((name) => (mayBeGenerated(name) ? "*" : name))
    .join("/");
}
