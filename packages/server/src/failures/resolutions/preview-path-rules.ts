import { allPathRules, asPathClass, readPathRules } from "@plumb/analysis/resolutions/path-class.ts";
import { type PathClass, pathClasses } from "@plumb/contract/failures/resolution-kinds.ts";
import type { PathClassPreview } from "@plumb/contract/failures/resolutions.ts";
import type { Db } from "#store/db.ts";
import { recentFiles } from "#store/commits/recent-files.ts";

const searched = { commits: 1000, files: 20_000 };
const visibleFiles = 5;
/** Time limit, because a lead waits for the preview. Partial results are shown. */
const previewMs = 3000;

interface TimedPathFinder extends AsyncDisposable {
  of(paths: readonly string[], until: number): Promise<(string | null)[]>;
}

/** Previews path rules on the files that the latest stored commits changed. */
export async function previewPathRules(
  db: Db,
  projectId: number,
  rules: string,
  finderOf: (rules: string) => Promise<TimedPathFinder>,
): Promise<PathClassPreview> {
  const until = performance.now() + previewMs;
  const { problems } = readPathRules(rules);
  const { paths, total } = await recentFiles(db, projectId, searched);
  await using finder = await finderOf(allPathRules(rules));
  const found = await finder.of(paths, until);
  const byClass = new Map<PathClass | null, string[]>();
  for (const [index, name] of found.entries()) {
    const pathClass = asPathClass(name);
    const files = byClass.get(pathClass) ?? [];
    byClass.set(pathClass, files);
    files.push(paths[index] ?? "");
  }
  return {
    problems: [...problems],
    classes: [...pathClasses, null].flatMap((name) => {
      const files = byClass.get(name) ?? [];
      return files.length === 0 ? [] : [{ class: name, files: files.length, examples: spread(files, visibleFiles) }];
    }),
    looked: found.length,
    files: total,
  };
}

/** Returns evenly spread examples, so that they are not all from the first folder. */
function spread(files: readonly string[], count: number): string[] {
  const step = Math.max(1, files.length / count);
  return Array.from({ length: Math.min(count, files.length) }, (_, index) => files[Math.floor(index * step)] ?? "");
}
