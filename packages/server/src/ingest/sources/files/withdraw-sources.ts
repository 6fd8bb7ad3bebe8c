import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { isUnavailable } from "#store/db.ts";
import { withdrawSource } from "#runs/sources/withdraw-source.ts";
import type { RunStatusChange } from "#runs/status/update-run-status.ts";
import type { RunResult } from "./upload-request.ts";

/** Rolls back a failed request. */
export async function withdrawAll(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "writer">,
  projectId: number,
  runs: readonly RunResult[],
): Promise<void> {
  const left = runs.flatMap(({ results }) =>
    results.flatMap((one) => (one.kind === "recorded" || one.kind === "failed" ? (one.sourceId ?? []) : [])),
  );
  for (const sourceId of left) {
    try {
      const statusChange = await withdrawPersistently(context, projectId, sourceId);
      if (statusChange !== null) announceStatusChanges(context, [statusChange]);
    } catch (error) {
      // The database is unreachable: unfinished uploads are rolled back at the next start or by the next sweep.
      context.writer.givenUpSources.add(sourceId);
      context.log.warn({ err: error, sourceId }, "could not take back an unfinished upload yet");
    }
  }
}

/** Retries, because a restarted database is available immediately, but each pooled connection only fails when it is next used. */
async function withdrawPersistently(
  context: Pick<Context, "clock" | "db">,
  projectId: number,
  sourceId: number,
): Promise<RunStatusChange | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withdrawSource(context.db, projectId, sourceId, context.clock());
    } catch (error) {
      if (attempt === 5 || !isUnavailable(error)) throw error;
      await sleep(20 * 2 ** attempt);
    }
  }
}
