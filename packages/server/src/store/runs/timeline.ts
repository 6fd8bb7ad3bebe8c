import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { probed, type AttemptSpan } from "#store/results/results.ts";
import { runRevision } from "#store/sql/revisions.ts";

/** One execution of a test; times are `null` if the report has none. */
export interface StoredExecution {
  readonly resultId: number;
  /** 0 for the first attempt of the test in this upload. */
  readonly attempt: number;
  readonly uploadId: number;
  readonly worker: number | null;
  readonly status: TestStatus;
  /** Unix milliseconds. */
  readonly startMs: number | null;
  readonly durationMs: number | null;
}

/**
 * Returns all executions of a run in no particular order, including those that a later upload repeated. A retried result that was stored without
 * attempts counts as one execution, which begins with the first start and covers all attempts.
 */
export async function executionsOfRun(
  db: Db,
  projectId: number,
  runId: number,
): Promise<{ revision: number | null; value: StoredExecution[] }> {
  // Two parts, because only rows that are not superseded are in an index that starts with the run. The second part is skipped if the run has one
  // upload. Selects one text, because the driver takes four times as long to parse 50,000 rows.
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

/** @param line Columns of a result separated by `|`. Missing values are empty. */
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

/** Returns full test names by result: suites from the outermost, then the title, joined with ` › ` and cut at 200 characters. */
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

/** Returns the report file and shard of a run's uploads, by upload id. */
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
