import type { RelatedTest } from "@plumb/contract/tests/test-page.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import { markForEvaluation } from "./test-states.ts";

const columns = sql.raw(`
  t.id, t.file, t.title_path as "titlePath", t.variant, s.first_day::text as "firstDay", s.last_day::text as "lastDay"`);

/** @param active Rows `s` of `test_activity`. */
async function related(
  db: Db,
  projectId: number,
  which: RawBuilder<unknown>,
  active = sql`test_activity`,
): Promise<RelatedTest[]> {
  const { rows } = await sql<RelatedTest>`
    select ${columns} from ${active} s
     cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = s.test_id offset 0) t
     where s.project_id = ${opaqueProjectId(projectId)} and ${which}
  `.execute(db);
  return rows;
}

/** Returns the current test for a renamed one, or the test itself. */
export function presentTest(projectId: number, testId: RawBuilder<unknown>): RawBuilder<number> {
  return sql`coalesce((select s.same_as_id from test_alias s where s.project_id = ${opaqueProjectId(projectId)} and s.test_id = ${testId}), ${testId})`;
}

/** SQL array of a test and all its earlier names. */
export function namesOf(projectId: number, testId: RawBuilder<unknown>): RawBuilder<number[]> {
  return sql`array(
    select n.id from (select ${presentTest(projectId, testId)} as id) k
     cross join lateral (
             select k.id union all select a.test_id from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.same_as_id = k.id) n (id))`;
}

/** Returns the current test for a renamed one; `null` if it was not renamed. */
export async function sameAs(db: Db, projectId: number, testId: number): Promise<RelatedTest | null> {
  const [test = null] = await related(
    db,
    projectId,
    sql`s.test_id = (select same_as_id from test_alias where project_id = ${projectId} and test_id = ${testId})`,
  );
  return test;
}

/** Returns the earlier names of a test, most recently used first. */
export function formerTests(db: Db, projectId: number, testId: number): Promise<RelatedTest[]> {
  return related(
    db,
    projectId,
    sql`s.test_id in (select test_id from test_alias where project_id = ${projectId} and same_as_id = ${testId})
       order by s.last_day desc, s.test_id desc limit 50`,
  );
}

export function testsById(db: Db, projectId: number, ids: readonly number[]): Promise<RelatedTest[]> {
  return related(db, projectId, sql`s.test_id = any(${numbers(ids)}::bigint[])`);
}

/** Maximum number of days between the last run under the old name and the first run under the new one. */
const withinDays = 14;

/**
 * Returns the tests of `others` that have a result in the same run as the test. Both exist at the same time, so neither can be an earlier name of the
 * other. Only reads runs from the days on which one may have replaced the other.
 */
async function besideInARun(
  db: Db,
  projectId: number,
  test: RelatedTest,
  others: readonly number[],
): Promise<number[]> {
  if (others.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with runs as materialized (
      select distinct r.run_id as id from result r join run n on n.project_id = r.project_id and n.id = r.run_id
       where r.project_id = ${opaqueProjectId(projectId)} and r.test_id = ${test.id}
         and (n.started_at < ${test.firstDay}::date + 2 or n.started_at >= ${test.lastDay}::date - 1)
       order by 1 desc limit 500
    )
    select distinct o.test_id as id from runs
      join result o on o.project_id = ${opaqueProjectId(projectId)} and o.run_id = runs.id
     where o.test_id = any(${numbers(others)}::bigint[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns tests that first ran when this one last ran, or vice versa, with the same variant and the same title or file. Excludes tests that are
 * linked already and tests that ran in the same run.
 */
export async function renameCandidates(db: Db, projectId: number, testId: number): Promise<RelatedTest[]> {
  const [test] = await testsById(db, projectId, [testId]);
  if (test === undefined) return [];
  const { file, titlePath, variant, firstDay, lastDay } = test;
  const came = sql`first_day between ${lastDay}::date and ${lastDay}::date + ${withinDays}::integer`;
  const went = sql`last_day between ${firstDay}::date - ${withinDays}::integer and ${firstDay}::date`;
  // Starts with the days, each through its index, because few tests appear or disappear within two weeks of a given day. In a new project, all tests
  // match; a list of candidate ids would then be compared with every test.
  const candidates = await related(
    db,
    projectId,
    sql`s.test_id <> ${testId}
         and not exists (select from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id)
         and t.variant = ${variant}
         and (t.file is not distinct from ${file}::text or t.title_path[cardinality(t.title_path)] = ${titlePath.at(-1) ?? ""})
       order by s.test_id desc limit 200`,
    sql`(
      select * from test_activity where project_id = ${projectId} and ${came}
       union all
      select * from test_activity where project_id = ${projectId} and ${went} and not (${came}))`,
  );
  const ids = candidates.map(({ id }) => id);
  const beside = new Set(await besideInARun(db, projectId, test, ids));
  return candidates.filter(({ id }) => !beside.has(id));
}

/** Links a test to its new name. Also moves links of earlier names, and a manually set owner if the new name has none. */
export async function linkTest(
  transaction: Db,
  projectId: number,
  { testId, sameAsId, userId, now }: { testId: number; sameAsId: number; userId: number | null; now: Date },
): Promise<void> {
  await bumpRevision(transaction, "trend", projectId);
  const earlier = await sameAs(transaction, projectId, testId);
  await sql`
    insert into test_alias (project_id, test_id, same_as_id, by_user_id, at)
    values (${projectId}, ${testId}, ${sameAsId}, ${userId}, ${now})
    on conflict (project_id, test_id) do update
       set same_as_id = excluded.same_as_id, by_user_id = excluded.by_user_id, at = excluded.at
  `.execute(transaction);
  await sql`
    update test_alias set same_as_id = ${sameAsId} where project_id = ${projectId} and same_as_id = ${testId}
  `.execute(transaction);
  await inheritOwner(transaction, projectId, sameAsId);
  if (earlier !== null && earlier.id !== sameAsId) await inheritOwner(transaction, projectId, earlier.id);
  await markForEvaluation(projectId, sql`values (${sameAsId}::bigint)`).execute(transaction);
}

/**
 * Copies the manually set owner from the most recently linked earlier name, unless the test has its own. Removes the inherited owner if no name has
 * one.
 */
async function inheritOwner(transaction: Db, projectId: number, testId: number): Promise<void> {
  await sql`
    update test t set owner_hand = n.owner_hand, owner_hand_of = n.id
      from (select 1) always
      left join lateral (
             select f.id, f.owner_hand from test_alias a join test f on f.project_id = a.project_id and f.id = a.test_id
              where a.project_id = ${projectId} and a.same_as_id = ${testId} and f.owner_hand is not null and f.owner_hand_of is null
              order by a.at desc, a.test_id desc limit 1) n on true
     where t.project_id = ${projectId} and t.id = ${testId}
       and (t.owner_hand is null or t.owner_hand_of is not null) and t.owner_hand_of is distinct from n.id
  `.execute(transaction);
}

/** Unlinks a test. Queues both for evaluation with their own runs only. Returns false if the test was not linked. */
export async function unlinkTest(transaction: Db, projectId: number, testId: number): Promise<boolean> {
  await bumpRevision(transaction, "trend", projectId);
  const { rows } = await sql<{ sameAsId: number }>`
    with gone as (
      delete from test_alias where project_id = ${projectId} and test_id = ${testId} returning same_as_id
    ), again as (
      ${markForEvaluation(projectId, sql`select ${testId}::bigint union all select same_as_id from gone`)}
    ) select same_as_id as "sameAsId" from gone
  `.execute(transaction);
  for (const id of [testId, ...rows.map(({ sameAsId }) => sameAsId)]) await inheritOwner(transaction, projectId, id);
  return rows.length > 0;
}
