import type { Context } from "#core/context.ts";
import type { ArtifactFiles } from "#ingest/artifact-files.ts";
import { attachBlob, missingArtifacts } from "#store/results/artifacts.ts";

/**
 * Attaches files that came after the report that names them: the same report sent again with its artifacts changes
 * nothing but adds what was missing.
 */
export async function attachLateArtifacts(
  context: Pick<Context, "blobs" | "db">,
  run: { projectId: number; runId: number },
  reportNames: readonly string[],
  artifacts: ArtifactFiles,
): Promise<void> {
  if (reportNames.length === 0) return;
  for (const { id, path } of await missingArtifacts(context.db, run.projectId, run.runId)) {
    const file = reportNames.map((name) => artifacts.match(name, path)).find((match) => match !== null);
    if (file === undefined) continue;
    await context.blobs.keepFile(run.projectId, file.hash, file.path);
    await attachBlob(context.db, run.projectId, id, { hash: file.hash, size: file.bytes });
  }
}
