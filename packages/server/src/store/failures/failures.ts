import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { type StoredAttempt, unpackDetails } from "#store/results/result-detail.ts";

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

type Row = Omit<StoredFailure, "errors"> & { readonly detailId: number | null; readonly detailSlot: number | null };

/** Failures whose rows are in memory at once, and as many blocks of details as they have. */
const pageSize = 200;

/** The failures of a run, in the order in which they were recorded: each block of details is unpacked once. */
export async function* failuresOfRun(db: Db, projectId: number, runId: number): AsyncGenerator<StoredFailure> {
  for (let after = 0; ;) {
    const { rows } = await sql<Row>`
      select r.id as "resultId", t.title_path as "titlePath", r.browser, r.duration_ms as duration,
             r.error_line as "errorLine", r.detail_id as "detailId", r.detail_slot as "detailSlot"
        from (select * from result
               where project_id = ${projectId} and run_id = ${runId} and superseded_by is null and rank <= 1 and id > ${after}
               order by id limit ${pageSize}) r
       cross join lateral (select * from test where project_id = r.project_id and id = r.test_id offset 0) t
       order by r.id
    `.execute(db);
    const blocks = await detailBlocks(db, projectId, rows);
    for (const { detailId, detailSlot, ...row } of rows) {
      const detail = blocks.get(detailId ?? 0)?.[detailSlot ?? -1];
      yield { ...row, errors: detail?.attempts.findLast(({ errors }) => errors !== undefined)?.errors ?? [] };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.resultId;
  }
}

async function detailBlocks(
  db: Db,
  projectId: number,
  failures: readonly Row[],
): Promise<Map<number, ReturnType<typeof unpackDetails>>> {
  const ids = [...new Set(failures.flatMap(({ detailId }) => detailId ?? []))];
  const { rows } = await sql<{ id: number; details: Buffer }>`
    select id, details from result_detail where project_id = ${projectId} and id = any(${ids}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, details }) => [id, unpackDetails(details)]));
}
