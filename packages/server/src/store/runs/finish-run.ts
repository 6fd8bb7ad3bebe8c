import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { recountAuthors } from "./run-authors.ts";

interface Received {
  readonly status: "receiving" | "recorded";
  readonly shard: number | null;
  readonly incomplete: boolean;
  readonly runError: boolean;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
}

interface Counted {
  readonly total: number;
  readonly failed: number;
  readonly errored: number;
  readonly shardTotal: number;
  readonly startedAt: Date;
}

/** Judges a run after a request has been received: its status, its end and its duration. */
export async function finishRun(
  transaction: Db,
  run: {
    projectId: number;
    runId: number;
    shardTotal: number;
    startedAt: Date | null;
    metadata: Record<string, string>;
    tags: readonly string[];
    /** From start to end at least, where the reports' own times do not say it; milliseconds. */
    wallMs: number;
  },
): Promise<RunStatus> {
  const { rows } = await sql<Counted>`
    update run
       set shard_total = greatest(shard_total, ${run.shardTotal}), metadata = metadata || ${JSON.stringify(run.metadata)}::jsonb,
           tags = tags || ${run.tags}::text[]
     where project_id = ${run.projectId} and id = ${run.runId}
    returning total, failed, errored, shard_total as "shardTotal", started_at as "startedAt"
  `.execute(transaction);
  const { rows: uploads } = await sql<Received>`
    select status, shard, incomplete, run_error as "runError", started_at as "startedAt", duration_ms as "durationMs"
      from upload where project_id = ${run.projectId} and run_id = ${run.runId}
  `.execute(transaction);
  // One report alone supersedes nothing, so its authors were right from the start.
  if (uploads.length > 1) await recountAuthors(transaction, run.projectId, run.runId);
  const counted = rows[0] as Counted;
  const status = judge(counted, uploads);
  const span = timeSpent(uploads);
  const startedAt = run.startedAt ?? span.startedAt ?? counted.startedAt;
  const wallMs = Math.max(span.wallMs, run.wallMs);
  const endedAt = status === "running" || span.durationMs === null ? null : new Date(startedAt.getTime() + wallMs);
  await sql`
    update run
       set status = ${status}, started_at = ${startedAt}, ended_at = ${endedAt}, duration_ms = ${span.durationMs}, last_event_at = now()
     where project_id = ${run.projectId} and id = ${run.runId}
  `.execute(transaction);
  return status;
}

/** Red beats unfinished, and a run without a single test is never green. */
export function judge(
  run: Pick<Counted, "total" | "failed" | "errored" | "shardTotal">,
  uploads: readonly Received[],
): RunStatus {
  if (uploads.some(({ status }) => status === "receiving")) return "running";
  const shards = new Set(uploads.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  if (shards.size > 0 && shards.size < run.shardTotal) return "running";
  if (run.failed + run.errored > 0 || uploads.some(({ runError }) => runError)) return "failed";
  if (uploads.some(({ incomplete }) => incomplete)) return "interrupted";
  return run.total === 0 ? "failed" : "completed";
}

/**
 * How long the run took: time covered by at least one of its reports, so that shards side by side count once and the
 * hours before a retried job count not at all. Reports that do not say when they ran are added up.
 */
export function timeSpent(uploads: readonly Pick<Received, "startedAt" | "durationMs">[]): {
  startedAt: Date | null;
  durationMs: number | null;
  wallMs: number;
} {
  const known = uploads.filter((upload) => upload.durationMs !== null) as {
    startedAt: Date | null;
    durationMs: number;
  }[];
  const placed = known
    .flatMap(({ startedAt, durationMs }) =>
      startedAt === null ? [] : [{ start: startedAt.getTime(), end: startedAt.getTime() + durationMs }],
    )
    .toSorted((a, b) => a.start - b.start);
  const starts = uploads.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt.getTime()]));
  const first = starts.length === 0 ? null : Math.min(...starts);
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of placed) {
    if (end <= until) continue;
    covered += end - Math.max(start, until);
    until = end;
  }
  const loose = known.reduce((sum, { startedAt, durationMs }) => sum + (startedAt === null ? durationMs : 0), 0);
  return {
    startedAt: first === null ? null : new Date(first),
    durationMs: known.length === 0 ? null : covered + loose,
    wallMs: first === null || placed.length === 0 ? loose : Math.max(until - first, loose),
  };
}
