import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { detailBlock, type Place } from "#store/exports/exported-results.ts";
import { detailReader, type StoredAttempt } from "#store/results/result-detail.ts";

/** A result that failed or errored, with what its last failed attempt said. */
export interface StoredFailure {
  readonly resultId: number;
  readonly titlePath: readonly string[];
  readonly browser: string | null;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly errorLine: string | null;
  readonly errors: NonNullable<StoredAttempt["errors"]>;
}

type Row = Omit<StoredFailure, "errors"> &
  Place & { readonly detailId: number | null; readonly detailSlot: number | null };

/** Failures whose rows are in memory at once. */
const pageSize = 200;

/** The failures of a run in the order of the list, page by page along its index. */
export async function* failuresOfRun(db: Db, projectId: number, runId: number): AsyncGenerator<StoredFailure> {
  const detailOf = detailReader((id) => detailBlock(db, projectId, id));
  let after: Place = { rank: -1, seq: 0 };
  for (;;) {
    const { rows } = await sql<Row>`
      select r.id as "resultId", t.title_path as "titlePath", r.browser, r.duration_ms as duration,
             r.error_line as "errorLine", r.rank, r.seq, r.detail_id as "detailId", r.detail_slot as "detailSlot"
        from (select * from result
               where project_id = ${projectId} and run_id = ${runId} and superseded_by is null and rank <= 1
                 and (rank, seq) > (${after.rank}::smallint, ${after.seq}::integer)
               order by rank, seq limit ${pageSize}) r
       cross join lateral (select * from test where project_id = r.project_id and id = r.test_id offset 0) t
       order by r.rank, r.seq
    `.execute(db);
    for (const { detailId, detailSlot, rank, seq, ...row } of rows) {
      const detail = await detailOf({ detailId, detailSlot });
      yield { ...row, errors: detail?.attempts.findLast(({ errors }) => errors !== undefined)?.errors ?? [] };
      after = { rank, seq };
    }
    if (rows.length < pageSize) return;
  }
}
