import type { WeekTestChange } from "@plumb/contract/trends/week.ts";
import type { TestState } from "@plumb/contract/tests/tests.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { presentTest } from "#store/tests/aliases.ts";

/** The tests of a weekly review, and the number of lines per list. */
export interface WeekSelection {
  readonly projectId: number;
  readonly suite: readonly string[] | undefined;
  readonly owner: readonly string[] | undefined;
  readonly limit: number;
}

/** Fields of a test in a list. */
export interface WeekTestRow {
  readonly id: number;
  readonly titlePath: string[];
  readonly variant: string;
  readonly owner: string | null;
  readonly suite: string;
  readonly state: TestState;
}

/** Returns conditions on the tests `s`: their last run was in one of the suites, and they belong to one of the owners. */
export function isOfWeek({ projectId, suite, owner }: WeekSelection): RawBuilder<unknown> {
  const conditions = [
    sql`s.project_id = ${projectId}`,
    // Excludes renamed tests.
    sql`not exists (select from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id)`,
  ];
  if (suite !== undefined && suite.length > 0)
    conditions.push(
      sql`exists (
        select from test_activity a
         where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id
           and a.series_id in (select id from series where project_id = ${projectId} and suite = any(${texts(suite)}::text[])))`,
    );
  if (owner !== undefined && owner.length > 0)
    conditions.push(
      sql`exists (select from test o where o.project_id = ${opaqueProjectId(projectId)} and o.id = s.test_id and o.owner = any(${texts(owner)}::text[]))`,
    );
  return sql.join(conditions, sql` and `);
}

export async function weekTests(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, WeekTestRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<WeekTestRow>`
    select t.id, t.title_path as "titlePath", t.variant, t.owner, l.suite, s.state
      from unnest(${numbers(ids)}::bigint[]) as page (id)
      join test_state s on s.project_id = ${opaqueProjectId(projectId)} and s.test_id = page.id
      join test t on t.project_id = s.project_id and t.id = s.test_id
      join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id
      join series l on l.project_id = a.project_id and l.id = a.series_id
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface ChangedRow {
  readonly testId: number;
  readonly at: Date;
}

/** Number of tests with the same change, and the latest of them. */
export interface ChangedRows {
  readonly total: number;
  readonly rows: readonly ChangedRow[];
}

export type StateChange = Exclude<WeekTestChange, "failing">;

/** A period. `until` is exclusive. */
interface WindowTimes {
  readonly from: Date;
  readonly until: Date;
}

/** Id of the test in quarantine `q`, under its current name. */
const present = (projectId: number) => presentTest(projectId, sql`q.test_id`);

/**
 * Returns how tests changed in a period, from their first to their last state, and the tests that were released early from quarantine.
 *
 * @param failing Tests that fail at the end of the period. They are neither fixed nor stable, because the later event counts.
 */
export async function changedTests(
  db: Db,
  selection: WeekSelection,
  { from, until, failing }: WindowTimes & { readonly failing: readonly number[] },
): Promise<Map<StateChange, ChangedRows>> {
  const { projectId, limit } = selection;
  const { rows } = await sql<{ became: StateChange; total: number; rows: { testId: number; at: string }[] }>`
    with net as (
      select test_id, (array_agg(from_state order by id))[1] as before, (array_agg(to_state order by id desc))[1] as after, max(at) as at
        from test_state_change
       where project_id = ${projectId} and at >= ${from} and at < ${until}
       group by test_id
    ), named as (
      select test_id, at,
             case when before = after then null
                  when after = 'broken' then 'broken'
                  when before = 'broken' then case after when 'flaky' then 'eased' else 'fixed' end
                  when after = 'flaky' then 'flaky'
                  when before = 'flaky' then 'stable' end as became
        from net
      union all
      select ${present(projectId)}, max(q.released_at), 'released' from quarantine q
       where project_id = ${projectId} and kind = 'quarantine' and released_why in ('person', 'clean_runs')
         and released_at >= ${from} and released_at < ${until}
       group by 1
    ), placed as (
      select n.*, row_number() over (partition by n.became order by n.at desc, n.test_id desc) as place
        from named n join test_state s on s.test_id = n.test_id
       where n.became is not null and ${isOfWeek(selection)}
         and not (n.became in ('fixed', 'stable') and n.test_id = any(${numbers(failing)}::bigint[]))
    )
    select became, count(*)::integer as total,
           json_agg(json_build_object('testId', test_id, 'at', at) order by place) filter (where place <= ${limit}) as rows
      from placed group by became
  `.execute(db);
  return new Map(
    rows.map(({ became, total, rows: latest }) => [
      became,
      { total, rows: latest.map(({ testId, at }) => ({ testId, at: new Date(at) })) },
    ]),
  );
}

/** Returns failing tests whose failure is not reflected in a test state of the period yet. */
export async function notEvaluatedYet(
  db: Db,
  selection: WeekSelection,
  testIds: readonly number[],
  { from, until }: WindowTimes,
): Promise<Set<number>> {
  if (testIds.length === 0) return new Set();
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(s.test_id) as ids
      from unnest(${numbers(testIds)}::bigint[]) as failing (id)
      join test_state s on s.test_id = failing.id
     where ${isOfWeek(selection)} and not (s.state in ('flaky', 'broken') and coalesce(s.state_since < ${from}, true))
       and not exists (
             select from test_state_change c
              where c.project_id = s.project_id and c.test_id = s.test_id and c.at >= ${from} and c.at < ${until}
                and c.to_state in ('flaky', 'broken'))
  `.execute(db);
  return new Set((rows[0]?.ids ?? []).map(Number));
}

export interface EndedRow {
  readonly testId: number;
  readonly kind: "quarantine" | "mute";
  readonly reason: string;
  readonly endsAt: Date;
  readonly released: boolean;
}

/** Returns quarantines that expired in a period and were not renewed. */
export async function endedQuarantines(
  db: Db,
  selection: WeekSelection,
  { from, until }: WindowTimes,
): Promise<{ rows: EndedRow[]; total: number }> {
  const { projectId, limit } = selection;
  const { rows } = await sql<EndedRow & { total: number }>`
    select s.test_id as "testId", q.kind, q.reason, q.ends_at as "endsAt", q.released_at is not null as released,
           count(*) over ()::integer as total
      from quarantine q join test_state s on s.test_id = ${present(projectId)}
     where q.project_id = ${projectId} and q.ends_at >= ${from} and q.ends_at < ${until}
       and (q.released_at is null or q.released_why = 'expired') and ${isOfWeek(selection)}
       and not exists (
             select from quarantine again
              where again.project_id = ${opaqueProjectId(projectId)} and again.test_id = q.test_id and again.released_at is null and again.id > q.id)
     order by q.ends_at desc, q.id desc limit ${limit}
  `.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
