import { type GroupBy, type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { groupColumns, isCounted, type ResultSelection, selected } from "./result-selection.ts";

interface GroupRow extends Omit<ResultGroup, "key"> {
  readonly key: string | null;
  /** How many groups there are. */
  readonly groups: number;
}

const countsOf = (results: RawBuilder<unknown>) => sql`
  select 0 as "newFailures", '{}'::text[] as owners, ${counted} ${results}`;

const counted = sql` count(*) as total, count(*) filter (where r.status = 'passed') as passed,
         count(*) filter (where r.status = 'failed') as failed, count(*) filter (where r.status = 'error') as errored,
         count(*) filter (where r.status = 'skipped') as skipped, count(*) filter (where r.flaky) as flaky`;

/** Whose tests are told, and how many of them failed newly against the run before, if there is one. */
const failuresOf = ({ projectId }: ResultSelection, baseId: number | null) => sql`
  count(*) filter (where r.rank <= 1 and ${isNewFailure(projectId, baseId)}) as "newFailures",
  coalesce((array_agg(distinct r.author) filter (where r.rank <= 1 and r.author is not null))[1:4], '{}') as owners`;

/** `not in`, since its one pass over the earlier failures cannot become a search of them per test. */
function isNewFailure(projectId: number, baseId: number | null): RawBuilder<unknown> {
  if (baseId === null) return sql`false`;
  return sql`r.test_id not in (
    select e.test_id from result e
     where e.project_id = ${projectId} and e.run_id = ${baseId} and e.superseded_by is null and e.rank <= 1)`;
}

/**
 * The selected results in groups: failures with new ones first, those with the most first, then the most flaky ones, the
 * results without a key last. At most `limit` groups with a key; `total` counts them all.
 *
 * @param baseId The run that failures are new against.
 */
export async function resultGroups(
  db: Db,
  selection: ResultSelection,
  { by, limit, baseId }: { by: GroupBy; limit: number; baseId: number | null },
): Promise<{ groups: ResultGroup[]; total: number }> {
  // Failures are few and have an index of their own: the results without one are what the run's counters have beyond them.
  const failuresOnly = by === "failure" && isCounted(selection) && selection.status === undefined;
  const results = sql`${selected(selection, by)} ${failuresOnly ? sql`and r.failure_signature is not null` : sql``}`;
  const key = groupColumns[by];
  const more =
    by === "failure"
      ? sql`${failuresOf(selection, baseId)}, (array_agg(r.error_line order by r.rank, r.seq))[1] as "errorLine", min(r.rank) as rank, min(r.seq) as seq`
      : sql`0 as "newFailures", '{}'::text[] as owners, null as "errorLine"`;
  const first = by === "failure" ? sql`"newFailures" > 0 desc,` : sql``;
  const { rows } = await sql<GroupRow>`
    select *, count(*) over () as groups
      from (select ${counted}, ${key} as key, ${more} ${results} group by ${key}) g
     order by key is null desc, ${first} failed + errored desc, flaky desc, ${by === "failure" ? sql`rank, seq` : sql`key collate "C"`}
     limit ${limit + 1}
  `.execute(db);
  const found = rows[0]?.groups ?? 0;
  const keyed = rows.filter((row) => row.key !== null).slice(0, limit);
  const rest = failuresOnly ? await withoutFailure(db, selection, results) : rows.find((row) => row.key === null);
  return {
    groups: [...keyed, ...(rest === undefined ? [] : [{ ...rest, errorLine: null }])].map(presentGroup),
    total: failuresOnly && rest !== undefined ? found + 1 : found,
  };
}

async function withoutFailure(
  db: Db,
  { projectId, runId }: ResultSelection,
  failures: RawBuilder<unknown>,
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    with f as (${countsOf(failures)})
    select null as key, f."newFailures", f.owners, n.total - f.total as total, n.passed - f.passed as passed, n.failed - f.failed as failed,
           n.errored - f.errored as errored, n.skipped - f.skipped as skipped, n.flaky - f.flaky as flaky
      from run n, f
     where n.project_id = ${projectId} and n.id = ${runId} and n.total > f.total
  `.execute(db);
  return rows[0];
}

function presentGroup(row: GroupRow): ResultGroup {
  return { ...row, key: row.key ?? withoutKey };
}
