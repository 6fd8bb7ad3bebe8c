import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { detailBlock, type Position } from "#store/exports/exported-results.ts";
import { detailReader, lastErrors, type StoredAttempt } from "#store/results/result-detail.ts";

/** A failed or errored result, with the error of its last failed attempt. */
export interface StoredFailure {
  readonly resultId: number;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly browser: string | null;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly errorLine: string | null;
  readonly errors: NonNullable<StoredAttempt["errors"]>;
}

type Row = Omit<StoredFailure, "errors"> &
  Position & { readonly detailId: number | null; readonly detailSlot: number | null };

/** Maximum number of failures in memory. */
const pageSize = 200;

/**
 * Yields the failures of a run in the order of the list.
 *
 * @param options.flaky True to include failures that passed on retry.
 */
export async function* failuresOfRun(
  db: Db,
  projectId: number,
  runId: number,
  { flaky = false } = {},
): AsyncGenerator<StoredFailure> {
  const ranks = flaky ? sql`rank in (0, 1, 3)` : sql`rank <= 1`;
  const detailOf = detailReader((id) => detailBlock(db, projectId, id));
  let after: Position = { rank: -1, seq: 0 };
  for (;;) {
    const { rows } = await sql<Row>`
      select r.id as "resultId", t.title_path as "titlePath", t.variant, r.browser, r.duration_ms as duration,
             r.error_line as "errorLine", r.rank, r.seq, r.detail_id as "detailId", r.detail_slot as "detailSlot"
        from (select * from result
               where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null and ${ranks}
                 and (rank, seq) > (${after.rank}::smallint, ${after.seq}::integer)
               order by rank, seq limit ${pageSize}) r
       cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = r.test_id offset 0) t
       order by r.rank, r.seq
    `.execute(db);
    for (const { detailId, detailSlot, rank, seq, ...row } of rows) {
      yield { ...row, errors: lastErrors(await detailOf({ detailId, detailSlot })) };
      after = { rank, seq };
    }
    if (rows.length < pageSize) return;
  }
}

/** A failure with the output of its last failed attempt. */
export interface FailureWithOutput extends StoredFailure {
  readonly runId: number;
  /** Index of the attempt. */
  readonly attempt: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns a function that reads the failure of a result; `null` if it does not exist. Calls in the order of result ids are fastest. */
export function failureOfResult(db: Db, projectId: number): (resultId: number) => Promise<FailureWithOutput | null> {
  const detailOf = detailReader((id) => detailBlock(db, projectId, id));
  return async (resultId) => {
    const { rows } = await sql<Omit<Row, "rank" | "seq"> & Pick<FailureWithOutput, "runId">>`
      select r.id as "resultId", r.run_id as "runId", t.title_path as "titlePath", t.variant, r.browser, r.duration_ms as duration,
             r.error_line as "errorLine", r.detail_id as "detailId", r.detail_slot as "detailSlot"
        from result r join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${opaqueProjectId(projectId)} and r.id = ${resultId}
    `.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const { detailId, detailSlot, ...failure } = row;
    const attempts = (await detailOf({ detailId, detailSlot }))?.attempts ?? [];
    const attempt = attempts.findLastIndex(({ errors }) => errors !== undefined);
    const { errors = [], stdout = "", stderr = "" } = attempts[attempt] ?? {};
    return { ...failure, attempt, errors, stdout, stderr };
  };
}

/** Returns the project of a failed result; `null` if there is no such failure. */
export async function projectOfFailure(db: Db, resultId: number): Promise<number | null> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from failure where result_id = ${resultId}
  `.execute(db);
  return rows[0]?.projectId ?? null;
}
