import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { bumpRevision, holdRevision } from "#store/sql/revisions.ts";
import { type Counting, standingResults } from "#store/sql/standing-results.ts";
import { isListed } from "./test-states.ts";

/**
 * The location of a test that rules match: its file, or its suites if the report has no file. Both are in one column, so that a value shared by many
 * tests is matched once.
 */
const location = sql`coalesce(t.file, array_to_string(t.title_path[:cardinality(t.title_path) - 1], '/'))`;

/** Returns locations of tests whose owners were last assigned before `version` of the rules. */
export async function staleLocations(db: Db, projectId: number, version: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select distinct ${location} as place from (
      select * from test where project_id = ${projectId} and owner_rules_version < ${version} limit 20000) t
     limit ${limit}
  `.execute(db);
  return rows.map((row) => row.place);
}

/**
 * Sets the owners of tests according to a version of the rules. Tests that a later version has updated are not changed. Returns whether any owner
 * changed. Locks tests by id, like `learnReportedOwners`, so that transactions cannot deadlock.
 */
export async function assignOwners(
  db: Db,
  projectId: number,
  version: number,
  owners: readonly { readonly place: string; readonly owner: string | null }[],
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    // Locked before the tests, as everywhere.
    await holdRevision(transaction, "trend", projectId);
    const { rows } = await sql<{ changed: boolean }>`
      with given as (
        select * from unnest(${texts(owners.map((each) => each.place))}::text[], ${texts(owners.map((each) => each.owner))}::text[])
                    as g (place, owner)
      ), before as materialized (
        select t.id, t.owner as was, g.owner as is_now from test t join given g on g.place = ${location}
         where t.project_id = ${projectId} and t.owner_rules_version < ${version}
         order by t.id for no key update of t
      ), moved as (
        update test t set owner_rule = b.is_now, owner_rules_version = ${version}
          from before b where t.project_id = ${projectId} and t.id = b.id
        returning t.owner is distinct from b.was as changed
      ) select coalesce(bool_or(changed), false) as changed from moved
    `.execute(transaction);
    const changed = rows[0]?.changed ?? false;
    if (changed) await bumpRevision(transaction, "trend", projectId);
    return changed;
  });
}

/** Stores the authors of tests from the latest of these runs. */
export async function learnReportedOwners(transaction: Db, counting: Counting): Promise<void> {
  const { projectId } = counting;
  // Most reports contain no authors, so their results are not read.
  const { rows: authored } = await sql<{ id: number }>`
    select id from run
     where project_id = ${opaqueProjectId(projectId)} and id = any(${numbers(counting.runIds)}::bigint[]) and authors <> '{}'
  `.execute(transaction);
  if (authored.length === 0) return;
  // Neither lookup is a join: right after the first large report of a project, the planner expects one row on each side and would compare every test
  // with every other one.
  await sql`
    with said as materialized (
      select distinct on (r.test_id) r.test_id, r.author
        from ${standingResults({ ...counting, runIds: authored.map(({ id }) => id) })} r
        join run n on n.project_id = r.project_id and n.id = r.run_id
       where r.author is not null and lower(btrim(r.author)) not in ('', 'unknown')
       order by r.test_id, n.started_at desc, r.run_id desc
    ), changed as materialized (
      select array_agg(s.test_id) as ids, jsonb_object_agg(s.test_id, s.author) as authors
        from said s
       cross join lateral (select owner_said from test where project_id = ${opaqueProjectId(projectId)} and id = s.test_id offset 0) t
       where t.owner_said is distinct from s.author
    )
    , locked as materialized (
      select id from test
       where project_id = ${opaqueProjectId(projectId)} and id = any((select ids from changed)::bigint[]) order by id for no key update
    )
    update test set owner_said = (select authors from changed) ->> id::text
     where project_id = ${opaqueProjectId(projectId)} and id = any(array(select id from locked))
  `.execute(transaction);
}

/** Returns the resulting owner, or false if the test does not exist. */
export async function setTestOwner(
  transaction: Db,
  projectId: number,
  testId: number,
  owner: string | null,
): Promise<string | null | false> {
  await bumpRevision(transaction, "trend", projectId);
  const { rows } = await sql<{ owner: string | null }>`
    update test set owner_hand = ${owner}, owner_hand_of = null
     where project_id = ${opaqueProjectId(projectId)} and id = ${testId} returning owner
  `.execute(transaction);
  return rows[0] === undefined ? false : rows[0].owner;
}

/** Normalises an owner's name: `@Ada` from a CODEOWNERS file becomes `ada`. */
export const ownerKey = (name: RawBuilder<unknown>): RawBuilder<string> => sql`lower(ltrim(btrim(${name}), '@'))`;

/** Selects the normalised names under which an account `u` owns tests. */
export const keysOfAccount = sql`
  select distinct ${ownerKey(sql`named.name`)} as key from unnest(array[u.username, u.email] || u.owner_names) as named (name)`;

/** Returns what `testsOfOwners` depends on: a revision that changes with the owners of tests, and the normalised names of a user. */
export async function ownersRevision(
  db: Db,
  projectId: number,
  userId: number | undefined,
): Promise<{ readonly revision: number; readonly keys: readonly string[] | null }> {
  const { rows } = await sql<{ revision: number; keys: string[] | null }>`
    select coalesce((select revision from trend_state where project_id = ${projectId}), 0) as revision,
           (select array(select key from (${keysOfAccount}) k where key <> '' order by key)
              from user_account u where u.id = ${userId ?? null}) as keys
  `.execute(db);
  return rows[0] ?? { revision: 0, keys: null };
}

/** Returns the ids of the tests whose owner is one of `owners` and, normalised, one of `keys`. */
export async function testsOfOwners(
  db: Db,
  projectId: number,
  { owners, keys }: { readonly owners: readonly string[] | undefined; readonly keys: readonly string[] | undefined },
): Promise<Set<number>> {
  const conditions = [
    sql`project_id = ${projectId} and owner is not null`,
    ...(owners === undefined ? [] : [sql`owner = any(${texts(owners)}::text[])`]),
    ...(keys === undefined ? [] : [sql`${ownerKey(sql`owner`)} = any(${texts(keys)}::text[])`]),
  ];
  const { rows } = await sql<{ ids: number[] | null }>`
    select json_agg(id) as ids from test where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return new Set(rows[0]?.ids ?? []);
}

/** Returns up to `limit` distinct owners of tests whose names contain `part` (in lower case), sorted by name. */
export async function ownersLike(db: Db, projectId: number, part: string, limit: number): Promise<string[]> {
  // Skips from one owner to the next in the index, because an owner may have very many tests.
  const { rows } = await sql<{ owner: string }>`
    with recursive owners (owner) as (
      (select owner from test where project_id = ${projectId} and owner is not null order by owner limit 1)
      union all
      select (select t.owner from test t where t.project_id = ${projectId} and t.owner > o.owner order by t.owner limit 1)
        from owners o where o.owner is not null
    ) select owner from owners where owner is not null and strpos(lower(owner), ${part}) > 0 limit ${limit}
  `.execute(db);
  return rows.map(({ owner }) => owner);
}

export interface OwnedTests {
  readonly owner: string | null;
  readonly tests: number;
}

/** Counts tests by owner, most first; `null` for tests without an owner. */
export async function testsByOwner(db: Db, projectId: number): Promise<OwnedTests[]> {
  const { rows } = await sql<OwnedTests>`
    select t.owner, count(*)::integer as tests
      from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
     where s.project_id = ${opaqueProjectId(projectId)} and ${isListed(projectId)}
       and not exists (select from test_alias a where a.project_id = ${opaqueProjectId(projectId)} and a.test_id = s.test_id)
     group by t.owner order by tests desc, t.owner
  `.execute(db);
  return rows;
}

export interface PlacedTests {
  readonly place: string;
  /** Owner of tests whose owner is not set by rules. */
  readonly named: string | null;
  readonly tests: number;
}

/** Counts the tests that have run by location. */
export async function testsByLocation(db: Db, projectId: number): Promise<PlacedTests[]> {
  const { rows } = await sql<PlacedTests>`
    select ${location} as place, coalesce(t.owner_hand, t.owner_said) as named, count(*)::integer as tests
      from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
     where s.project_id = ${opaqueProjectId(projectId)} and ${isListed(projectId)} group by 1, 2
  `.execute(db);
  return rows;
}

/** Returns counted runs that still have results, latest first. */
export async function countedRunsBefore(
  db: Db,
  projectId: number,
  before: number | null,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from run
     where project_id = ${projectId} and counted_day is not null and removed_at is null and (${before}::bigint is null or id < ${before})
     order by id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
