import type { QuarantineKind, QuarantinedTest } from "@plumb/contract/tests/quarantine.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { namesOf, presentTest } from "./aliases.ts";

export interface StoredQuarantine {
  readonly id: number;
  readonly testId: number;
  readonly kind: QuarantineKind;
  readonly reason: string;
  readonly owner: string | null;
  readonly by: string | null;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly releaseAfter: number | null;
  readonly cleanRuns: number;
  readonly releasedAt: Date | null;
  readonly releasedBy: string | null;
  readonly releasedWhy: "person" | "clean_runs" | "expired" | null;
}

/** Maximum number of runs to read per test when counting consecutive passes. */
const maxRuns = 1000;

function nameOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(u.display_name, u.name, u.username) from user_account u where u.id = ${id})`;
}

/** All names of the test in quarantine `q`, because the quarantine applies to each of them. */
export function quarantinedNames(projectId: number): RawBuilder<number[]> {
  return namesOf(projectId, sql`q.test_id`);
}

/**
 * Number of consecutive runs, up to the latest one, in which the test passed on the first attempt since quarantine `q` started. Running runs are not
 * counted yet.
 */
const cleanRuns = (projectId: number) => sql`(
  select count(*)::integer
    from (select bool_and(clean) over (order by started_at desc, run_id desc) as clean
            from (select n.started_at, n.id as run_id, bool_and(r.status = 'passed' and not r.flaky) as clean
                    from unnest(${quarantinedNames(projectId)}) as named (id)
                   cross join lateral (
                         select * from result where project_id = ${opaqueProjectId(projectId)} and test_id = named.id and superseded_by is null
                          order by run_id desc limit ${maxRuns}) r
                    join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = r.run_id
                   where n.status <> 'running' and n.removed_at is null and n.started_at >= q.starts_at and r.status <> 'skipped'
                   group by n.started_at, n.id) runs) row_of_runs
   where clean)`;

/** Returns whether quarantine `q` was active at a given time. */
export function holdsAt(time: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(q.starts_at <= ${time} and ${time} < least(coalesce(q.ends_at, 'infinity'), coalesce(q.released_at, 'infinity')))`;
}

/** Failures of a run that send no notifications, because their tests were in quarantine or muted when it started. */
export interface SilencedFailures {
  readonly tests: readonly number[];
  /** Number of failures. A test with several rows may fail more than once. */
  readonly failures: number;
}

export async function silencedFailures(db: Db, projectId: number, runId: number): Promise<SilencedFailures> {
  return (await silencedFailuresOf(db, projectId, [runId])).get(runId) ?? { tests: [], failures: 0 };
}

/** Returns the silenced failures of many runs, by the id of the run. Runs without any are left out. */
export async function silencedFailuresOf(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, SilencedFailures>> {
  const { rows } = await sql<{ runId: number; testId: number; failures: number }>`
    select n.id as "runId", r.test_id as "testId", count(distinct r.id)::integer as failures
      from run n
      join quarantine q on q.project_id = n.project_id and ${holdsAt(sql`n.started_at`)}
     cross join lateral unnest(${quarantinedNames(projectId)}) as named (id)
      join result r on r.project_id = q.project_id and r.test_id = named.id and r.run_id = n.id
     where n.project_id = ${opaqueProjectId(projectId)} and n.id = any((select ${numbers(runIds)}::bigint[])::bigint[])
       and r.superseded_by is null and r.rank <= 1
     group by n.id, r.test_id
  `.execute(db);
  const found = new Map<number, { tests: number[]; failures: number }>();
  for (const { runId, testId, failures } of rows) {
    const one = found.get(runId) ?? { tests: [], failures: 0 };
    one.tests.push(testId);
    one.failures += failures;
    found.set(runId, one);
  }
  return found;
}

const columns = sql`
  q.id, q.test_id as "testId", q.kind, q.reason, q.owner, ${nameOf(sql`q.by_user_id`)} as by, q.starts_at as "startsAt",
  q.ends_at as "endsAt", q.release_after as "releaseAfter", q.released_at as "releasedAt",
  ${nameOf(sql`q.released_by_user_id`)} as "releasedBy", q.released_why as "releasedWhy"`;

/** Returns active quarantines and mutes by test. An entry of the test itself takes precedence over one of its other names. */
export async function openQuarantines(
  db: Db,
  projectId: number,
  testIds: readonly number[],
): Promise<Map<number, StoredQuarantine>> {
  if (testIds.length === 0) return new Map();
  const { rows } = await sql<StoredQuarantine & { asked: number }>`
    select asked.id as asked, ${columns}, ${cleanRuns(projectId)} as "cleanRuns"
      from unnest(${numbers(testIds)}::bigint[]) as asked (id)
      join quarantine q on q.project_id = ${projectId} and q.test_id = any(${namesOf(projectId, sql`asked.id`)})
     where q.released_at is null order by q.test_id = asked.id, q.id
  `.execute(db);
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

/** Returns all quarantines and mutes of a test under any of its names, latest first. */
export async function quarantinesOfTest(db: Db, projectId: number, testId: number): Promise<StoredQuarantine[]> {
  const { rows } = await sql<StoredQuarantine>`
    select ${columns}, case when q.released_at is null then ${cleanRuns(projectId)} else 0 end as "cleanRuns" from quarantine q
     where q.project_id = ${projectId} and q.test_id = any(${namesOf(projectId, sql`${testId}::bigint`)})
     order by q.id desc limit 50
  `.execute(db);
  return rows;
}

function isOpenFor(projectId: number, testId: number): RawBuilder<boolean> {
  return sql`(
    project_id = ${projectId} and released_at is null and test_id = any(${namesOf(projectId, sql`${testId}::bigint`)}))`;
}

/** Puts a test in quarantine or changes its quarantine. */
export async function storeQuarantine(
  transaction: Db,
  projectId: number,
  testId: number,
  options: Pick<StoredQuarantine, "endsAt" | "kind" | "owner" | "reason" | "releaseAfter"> & {
    readonly userId: number;
    readonly now: Date;
  },
): Promise<void> {
  const { kind, reason, owner, endsAt, releaseAfter, userId, now } = options;
  await sql`
    with changed as (
      update quarantine set kind = ${kind}, reason = ${reason}, owner = ${owner}, by_user_id = ${userId}, ends_at = ${endsAt},
                            release_after = ${releaseAfter}
       where ${isOpenFor(projectId, testId)}
      returning id
    )
    insert into quarantine (project_id, test_id, kind, reason, owner, by_user_id, starts_at, ends_at, release_after)
    select ${projectId}, ${testId}, ${kind}, ${reason}, ${owner}, ${userId}, ${now}, ${endsAt}, ${releaseAfter}
     where not exists (select from changed)
    on conflict (project_id, test_id) where released_at is null do update
       set kind = excluded.kind, reason = excluded.reason, owner = excluded.owner, by_user_id = excluded.by_user_id,
           ends_at = excluded.ends_at, release_after = excluded.release_after
  `.execute(transaction);
}

/** Ends the quarantine of a test. Returns its id, or `null` if there is none. */
export async function releaseQuarantine(
  transaction: Db,
  projectId: number,
  testId: number,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update quarantine set released_at = ${now}, released_by_user_id = ${userId}, released_why = 'person'
     where ${isOpenFor(projectId, testId)}
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? null;
}

export interface QuarantinableTest {
  readonly id: number;
  readonly titlePath: readonly string[];
  readonly variant: string;
  /** Whether it is in quarantine or muted, under any of its names. */
  readonly isOpen: boolean;
}

/** Returns tests by their ids and by those of results, each once under its current name. At most `limit`. */
export async function quarantinableTests(
  db: Db,
  projectId: number,
  requested: { readonly testIds: readonly number[]; readonly resultIds: readonly number[]; readonly limit: number },
): Promise<QuarantinableTest[]> {
  const { testIds, resultIds, limit } = requested;
  const { rows } = await sql<QuarantinableTest>`
    select k.id, t.title_path as "titlePath", t.variant,
           exists (select from quarantine q
                    where q.project_id = ${opaqueProjectId(projectId)} and q.released_at is null
                      and q.test_id = any(${namesOf(projectId, sql`k.id`)})) as "isOpen"
      from (select distinct ${presentTest(projectId, sql`asked.id`)} as id
              from (select unnest(${numbers(testIds)}::bigint[]) as id
                     union
                    select r.test_id from result r
                     where r.project_id = ${opaqueProjectId(projectId)} and r.id = any(${numbers(resultIds)}::bigint[])) asked) k
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = k.id
     order by k.id limit ${limit}
  `.execute(db);
  return rows;
}

export interface Released {
  readonly id: number;
  readonly testId: number;
  readonly projectId: number;
  readonly byUserId: number | null;
  readonly why: "clean_runs" | "expired";
  readonly title: string;
}

/** Ends quarantines that have expired or whose test has passed often enough. */
export async function releaseDue(transaction: Db, now: Date): Promise<Released[]> {
  const { rows: projects } = await sql<{ projectId: number }>`
    select distinct project_id as "projectId" from quarantine
     where released_at is null and (ends_at <= ${now} or release_after is not null) order by project_id
  `.execute(transaction);
  const released: Released[] = [];
  for (const { projectId } of projects) released.push(...(await releaseDueOf(transaction, projectId, now)));
  return released;
}

async function releaseDueOf(transaction: Db, projectId: number, now: Date): Promise<Released[]> {
  const { rows } = await sql<Released>`
    with due as (
      select q.id, case when q.ends_at <= ${now} then 'expired' else 'clean_runs' end as why
        from quarantine q
       where q.project_id = ${projectId} and q.released_at is null and (q.ends_at <= ${now} or q.release_after is not null and ${cleanRuns(projectId)} >= q.release_after)
    )
    update quarantine q
       set released_why = due.why, released_at = case when due.why = 'expired' then q.ends_at else ${now} end
      from due, test t
     where q.project_id = ${projectId} and q.id = due.id and q.released_at is null
       and t.project_id = ${projectId} and t.id = ${presentTest(projectId, sql`q.test_id`)}
    returning q.id, t.id as "testId", q.project_id as "projectId", q.by_user_id as "byUserId", due.why,
              t.title_path[cardinality(t.title_path)] as title
  `.execute(transaction);
  return rows;
}

/** Returns the tests that are in quarantine or muted at a given time, under all their names, because a branch may still use an earlier name. */
export async function quarantinedTests(
  db: Db,
  projectId: number,
  now: Date,
): Promise<(Omit<QuarantinedTest, "endsAt"> & { endsAt: Date | null })[]> {
  const { rows } = await sql<Omit<QuarantinedTest, "endsAt"> & { endsAt: Date | null }>`
    select "testId", key, file, "titlePath", variant, kind, reason, owner, "endsAt"
      from (select distinct on (t.id) q.id, t.id as "testId", t.key, t.file, t.title_path as "titlePath", t.variant, q.kind, q.reason,
                   coalesce(q.owner, t.owner) as owner, q.ends_at as "endsAt"
              from quarantine q
             cross join lateral unnest(${quarantinedNames(projectId)}) as named (id)
              join test t on t.project_id = q.project_id and t.id = named.id
             where q.project_id = ${projectId} and q.released_at is null and (q.ends_at is null or q.ends_at > ${now})
             order by t.id, q.test_id = t.id desc, q.id) named_once
     order by id, "testId"
  `.execute(db);
  return rows;
}
