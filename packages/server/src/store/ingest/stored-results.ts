import type { TestStatus } from "@plumb/contract/result-event.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "#store/runs/status-rows.ts";
import type { AttemptSpan } from "#store/results/results.ts";

/** A stored result with the name of its test. */
export interface StoredResult {
  readonly id: number;
  readonly testId: number;
  readonly sourceId: number;
  readonly occurrence: number;
  readonly generation: number;
  readonly supersededBy: number | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly durationMs: number | null;
  readonly startedAt: number | null;
  readonly spans: readonly AttemptSpan[] | null;
  readonly worker: number | null;
  readonly isDetailed: boolean;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
}

type Row = Omit<StoredResult, "startedAt"> & { readonly startedAt: Date | null };

const columns = sql.raw(`
  r.id, r.test_id as "testId", r.upload_id as "sourceId", r.occurrence, r.generation, r.superseded_by as "supersededBy", r.status,
  r.first_status as "firstStatus", r.flaky, r.retries, r.duration_ms as "durationMs", r.started_at as "startedAt", r.attempt_spans as spans,
  r.worker, r.detail_id is not null as "isDetailed", t.file, t.title_path as "titlePath", t.variant, t.tags`);

async function storedResults(transaction: Db, from: RawBuilder<unknown>): Promise<StoredResult[]> {
  const { rows } = await sql<Row>`select ${columns} ${from} order by r.id`.execute(transaction);
  return rows.map((row) => ({ ...row, startedAt: row.startedAt?.getTime() ?? null }));
}

/** Returns all results of a run, including superseded ones. */
export function allResults(transaction: Db, { projectId, runId }: RunKey): Promise<StoredResult[]> {
  return storedResults(
    transaction,
    sql`from result r join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${runId}`,
  );
}

/** Returns the results of tests that have several results in the run. */
export function repeatedResults(transaction: Db, { projectId, runId }: RunKey): Promise<StoredResult[]> {
  return storedResults(
    transaction,
    sql`from (
          select test_id from result
           where project_id = ${projectId} and run_id = ${runId} and superseded_by is null and (generation > 0 or occurrence <> 1)
           union
          select test_id from result where project_id = ${projectId} and run_id = ${runId} and superseded_by is not null
        ) repeated
        cross join lateral (
          select * from result
           where project_id = ${opaqueProjectId(projectId)} and test_id = repeated.test_id and run_id = ${opaqueRunId(runId)}
          offset 0) r
        cross join lateral (
          select file, title_path, variant, tags from test where project_id = ${opaqueProjectId(projectId)} and id = r.test_id offset 0) t`,
  );
}
