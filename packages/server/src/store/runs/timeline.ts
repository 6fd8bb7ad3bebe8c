import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { probed } from "#store/results/results.ts";
import { type Revised, runRevision } from "#store/runs/run-cache.ts";
import type { AttemptSpan } from "#store/ingest/batch.ts";

/** One execution of a test, with its time if the report has one. */
export interface StoredExecution {
  readonly resultId: number;
  /** 0 for the first one of its test in this upload. */
  readonly attempt: number;
  readonly uploadId: number;
  readonly worker: number | null;
  readonly status: TestStatus;
  /** Unix milliseconds. */
  readonly startMs: number | null;
  readonly durationMs: number | null;
}

/**
 * Everything that a run executed, in no order: what was run again in a later upload as well. A result that was retried
 * before its attempts were kept comes as one execution, from its first start over all its attempts.
 */
export async function executionsOfRun(db: Db, projectId: number, runId: number): Promise<Revised<StoredExecution[]>> {
  // Two parts, because only rows that were not run again have an index that begins with the run. In a run of one report
  // the second is not even begun. One text, because the driver takes four times as long over 50,000 rows.
  const ofRun = sql`select * from result where project_id = ${projectId} and run_id = ${runId}`;
  const { rows } = await sql<{ revision: number | null; lines: string | null }>`
    select ${runRevision(projectId, runId)} as revision,
           string_agg(concat(id, '|', upload_id, '|', worker, '|', status, '|', round(extract(epoch from started_at) * 1000), '|',
                             duration_ms, '|', attempt_spans), ';') as lines
      from (${ofRun} and superseded_by is null
            union all
            ${ofRun} and superseded_by is not null
               and (select count(*) from upload where project_id = ${projectId} and run_id = ${runId}) > 1) r
  `.execute(db);
  const { revision = null, lines = null } = rows[0] ?? {};
  return { revision, value: lines === null ? [] : lines.split(";").flatMap(executionsOf) };
}

/** @param line Of a result: its columns with `|` between them, empty if there is nothing. */
function executionsOf(line: string): StoredExecution[] {
  const [id = "", upload = "", worker = "", status = "", start = "", duration = "", spans = ""] = line.split("|");
  const resultId = Number(id);
  const uploadId = Number(upload);
  if (spans === "") {
    const startMs = numberOrNull(start);
    const durationMs = numberOrNull(duration);
    return [
      {
        resultId,
        attempt: 0,
        uploadId,
        worker: numberOrNull(worker),
        status: status as TestStatus,
        startMs,
        durationMs,
      },
    ];
  }
  return (JSON.parse(spans) as AttemptSpan[]).map(([startMs, durationMs, onWorker, ended], attempt) => ({
    resultId,
    attempt,
    uploadId,
    worker: onWorker,
    status: ended,
    startMs,
    durationMs,
  }));
}

function numberOrNull(text: string): number | null {
  return text === "" ? null : Number(text);
}

/** Suites from the outside in, then the title, joined with ` › ` and cut at 200 characters, by result. */
export async function resultNames(
  db: Db,
  projectId: number,
  resultIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select r.id, left(array_to_string(t.title_path, ' › '), 200) as name
      from unnest(${numbers(resultIds)}::bigint[]) as given (id)
      ${probed(projectId, sql`given`)}
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The report files of a run and which shard each was, by upload. */
export async function uploadFiles(
  db: Db,
  projectId: number,
  runId: number,
): Promise<Map<number, { file: string; shard: number | null }>> {
  const { rows } = await sql<{ id: number; file: string; shard: number | null }>`
    select id, file_name as file, shard from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(db);
  return new Map(rows.map(({ id, ...upload }) => [id, upload]));
}
