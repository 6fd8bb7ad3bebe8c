import type { PullRequestKind } from "@plumb/contract/runs/pull-request.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { causeOf } from "#store/failures/causes-of-results.ts";
import { type Compared, failedBefore, failedTests } from "./failed-tests.ts";

/** Failures of a run that have the same kind and cause. */
export interface CauseInRun {
  readonly kind: PullRequestKind;
  /** Equal for errors with the same cause; empty for failures without an error. */
  readonly key: string;
  /** `null` until the failures are collected. */
  readonly groupId: number | null;
  readonly failures: number;
  readonly back: number;
  /** Numbers of failures whose tests failed in the base for other causes, were flaky, or were in quarantine. */
  readonly changedCause: number;
  readonly flakyTests: number;
  readonly quarantinedTests: number;
  /** The first results in the order of the report. */
  readonly resultIds: readonly number[];
}

/** Number of failures of a kind, and how many of them are back. */
interface KindCount {
  readonly kind: PullRequestKind;
  readonly failures: number;
  readonly back: number;
}

/**
 * Counts the failures of a run by kind, and by kind and cause: new ones first, then those with most failures.
 *
 * @param causes Maximum number of causes to list; `kinds` counts the failures of all.
 * @param results Maximum number of results per cause.
 */
export async function causesInRun(
  db: Db,
  compared: Compared,
  { causes, results }: { readonly causes: number; readonly results: number },
): Promise<{ readonly kinds: readonly KindCount[]; readonly causes: readonly CauseInRun[] }> {
  const { projectId } = compared;
  const { rows } = await sql<{ kinds: readonly KindCount[]; causes: readonly CauseInRun[] }>`
    with error as materialized (
      select case when f.quarantined then 'quarantined' when f.known then 'known' when f.flaky then 'flaky' else 'new' end as kind,
             coalesce(f.signature, '') as signature, count(*) as failures, count(*) filter (where ${failedBefore(compared)}) as back,
             count(*) filter (where f."changedCause") as changed, count(*) filter (where f."isFlakyTest") as flaky_tests,
             count(*) filter (where f."isQuarantinedTest") as quarantined_tests,
             min(f.rank) as rank, min(f.seq) as seq,
             (array_agg(f."resultId" order by f.rank, f.seq))[:${results}] as ids
        from (${failedTests(compared)}) f
       group by 1, 2
    ), total as (
      select e.kind, coalesce(cause.key, e.signature) as key, max(cause."groupId") as "groupId", sum(e.failures)::integer as failures, sum(e.back)::integer as back,
             sum(e.changed)::integer as "changedCause", sum(e.flaky_tests)::integer as "flakyTests",
             sum(e.quarantined_tests)::integer as "quarantinedTests",
             min(e.rank) as rank, min(e.seq) as seq,
             (array_agg(e.ids[1] order by e.rank, e.seq))[:${results}] as "firstIds", (array_agg(to_json(e.ids) order by e.rank, e.seq))[1] as ids
        from error e
        left join lateral (${causeOf(projectId, sql`e.signature`)}) cause on true
       group by 1, 2
    )
    select (select coalesce(json_agg(k), '[]') from (
             select kind, sum(failures)::integer as failures, sum(back)::integer as back from total group by kind) k) as kinds,
           (select coalesce(json_agg(c), '[]') from (
             select kind, key, "groupId", failures, back, "changedCause", "flakyTests", "quarantinedTests", array(
                      select distinct id from (
                        select unnest("firstIds") as id union select value::text::bigint from json_array_elements(ids)) each order by id limit ${results}) as "resultIds"
               from total
              order by kind <> 'new', kind <> 'known', failures desc, rank, seq
              limit ${causes}) c) as causes
  `.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Returns the id of the same test's result in another run; `null` if that run does not have it. */
export async function sameTestIn(db: Db, projectId: number, resultId: number, runId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select other.id
      from (select * from result where project_id = ${opaqueProjectId(projectId)} and id = ${resultId} offset 0) r
      join result other on other.project_id = r.project_id and other.test_id = r.test_id and other.run_id = ${runId} and other.superseded_by is null
     order by other.occurrence <> r.occurrence, other.rank limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}
