import type { OwnResult } from "@plumb/analysis/executions/arrange-results.ts";
import type { Execution } from "@plumb/analysis/executions/source.ts";
import type { TestStatus } from "@plumb/contract/result-event.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "./run-sources.ts";
import type { AttemptSpan } from "#store/ingest/batch.ts";

/** A stored result with the name of its test. */
export interface StoredResult {
  readonly id: number;
  readonly testId: number;
  readonly uploadId: number;
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
  r.id, r.test_id as "testId", r.upload_id as "uploadId", r.occurrence, r.generation, r.superseded_by as "supersededBy", r.status,
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

/** Returns the spans of the attempts of this result. Attempts of earlier uploads have their own rows. */
export function spansOf({ spans, startedAt, durationMs, worker, firstStatus }: StoredResult): readonly AttemptSpan[] {
  return spans ?? [[startedAt, durationMs, worker, firstStatus]];
}

/** For other sources, a test that has not run yet counts as skipped. */
function decided(status: TestStatus): Execution["status"] {
  return status === "announced" || status === "running" ? "skipped" : status;
}

/** Returns a result as its own upload reported it. A row that continues earlier results also contains their retries and time, which are removed. */
export function ownResult(row: StoredResult, format: string, kind: string): OwnResult {
  const { id, uploadId: sourceId, occurrence, generation, flaky, retries, durationMs } = row;
  const status = decided(row.status);
  // A reporter or a native format has more detail about an execution than JUnit XML, which many tools also write.
  const detail =
    (kind === "live" ? 8 : 0) +
    (format === "junit" ? 0 : 4) +
    (row.isDetailed ? 2 : 0) +
    (row.startedAt === null ? 0 : 1);
  const shared = { id, sourceId, occurrence, status, detail };
  if (generation === 0) return { ...shared, firstStatus: decided(row.firstStatus), flaky, retries, durationMs };
  const spans = spansOf(row);
  const durations = spans.flatMap(([, duration]) => duration ?? []);
  return {
    ...shared,
    firstStatus: decided(spans[0]?.[3] ?? row.status),
    flaky: status === "passed" && spans.some(([, , , outcome]) => outcome === "failed" || outcome === "error"),
    retries: Math.max(0, spans.length - 1),
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
  };
}

/** Returns the execution of a result with the fields that are compared across sources. */
export function executionOf(row: StoredResult, own: OwnResult): Execution {
  return { status: own.status, startedAt: spansOf(row)[0]?.[0] ?? row.startedAt, durationMs: own.durationMs };
}
