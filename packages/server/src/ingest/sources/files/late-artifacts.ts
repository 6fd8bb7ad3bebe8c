import type { Context } from "#core/context.ts";
import type { SpooledFile } from "#ingest/sources/files/spool.ts";
import type { ArtifactFiles } from "#ingest/sources/files/artifact-files.ts";
import { attachBlob, missingArtifacts } from "#store/results/artifacts.ts";

/**
 * Attaches files that came after the report that names them: the same report sent again with its artifacts changes
 * nothing but adds what was missing.
 */
export async function attachLateArtifacts(
  context: Pick<Context, "blobs" | "db">,
  run: { projectId: number; runId: number },
  reports: readonly SpooledFile[],
  artifacts: ArtifactFiles,
): Promise<void> {
  if (reports.length === 0) return;
  for (const { id, path } of await missingArtifacts(context.db, run.projectId, run.runId)) {
    const file = reports.map((report) => artifacts.match(report, path)).find((match) => match !== null);
    if (file === undefined) continue;
    await context.blobs.keepFile(run.projectId, file.hash, file.path);
    await attachBlob(context.db, run.projectId, id, { hash: file.hash, size: file.bytes });
  }
}
