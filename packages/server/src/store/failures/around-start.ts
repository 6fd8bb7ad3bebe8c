import type { TrendEventKind } from "@plumb/contract/trends/events.ts";
import { sql } from "kysely";
import { booleans, numbers, texts } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Where and when a test began to fail. */
export interface StartOfFailure {
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly testId: number;
  /** `null` for a failure without an error: no other test has the same cause. */
  readonly groupId: number | null;
  readonly runId: number;
  readonly at: Date;
  /** Run in which it passed before; `null` if there is none. */
  readonly passed: { readonly runId: number; readonly at: Date } | null;
  /** True if it passed since. Branches where it passes are then not read. */
  readonly isOver: boolean;
}

export interface AroundStart {
  /** Number of other tests that failed with the cause in the same run, and not in the run before in which the test passed. */
  readonly otherTests: number;
  /** Latest event of the 24 hours before the start. An event before the last pass did not break the test. */
  readonly event: {
    readonly kind: TrendEventKind;
    readonly title: string;
    readonly url: string | null;
    readonly at: Date;
  } | null;
  /**
   * Other branches and environments of the suite whose latest run since then passed the test on the first attempt: those of the same branch first, then
   * those with the latest run.
   */
  readonly passesOn: readonly PassingScope[];
}

/** A branch and environment of a suite with its latest run. */
interface PassingScope {
  readonly branch: string | null;
  readonly environment: string;
  readonly runId: number;
  readonly number: number;
  readonly at: Date;
}

/** Branches and environments with the latest runs that are searched. */
const searchedScopes = 20;

function times(values: readonly (Date | undefined)[]): string {
  return texts(values.map((value) => value?.toISOString() ?? null));
}

/** Returns what happened around the start of each failure, in their order. */
export async function aroundStarts(
  db: Db,
  projectId: number,
  starts: readonly StartOfFailure[],
): Promise<AroundStart[]> {
  if (starts.length === 0) return [];
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<Stored>`
    select (select count(distinct f.test_id)::integer
              from failure f
              join failure_signature s on s.project_id = ${project} and s.id = f.signature_id and s.group_id = c.group_id
             where f.project_id = ${project} and f.run_id = c.run_id and f.test_id <> c.test_id and not f.gone and not f.flaky
               and not exists (
                     select from failure p
                      where p.project_id = ${project} and p.run_id = c.passed_run_id and p.test_id = f.test_id and not p.gone and not p.flaky))
             as "otherTests",
           (select json_build_object('kind', e.kind, 'title', e.title, 'url', e.url, 'at', e.at)
              from trend_event e
             where e.project_id = ${projectId} and e.at >= greatest(c.at - interval '24 hours', c.passed_at) and e.at < c.at
               and (e.environment is null or e.environment = c.environment)
             order by e.at desc, e.id desc limit 1) as event,
           (select coalesce(json_agg(json_build_object('branch', p.branch, 'environment', p.environment, 'runId', p.id, 'number', p.number, 'at', p.started_at)
                                     order by p.branch is distinct from c.branch, p.started_at desc, p.id desc), '[]')
              from (select n.id, n.number, n.branch, n.environment, n.started_at
                      from (select latest_run_id from suite_state
                             where project_id = ${projectId} and suite = c.suite and not c.is_over
                               and (environment, branch) <> (c.environment, coalesce(c.branch, '')) and latest_started_at >= c.at
                             order by branch <> coalesce(c.branch, ''), latest_started_at desc, latest_run_id desc limit ${searchedScopes}) s
                      join run n on n.project_id = ${project} and n.id = s.latest_run_id and n.removed_at is null
                     cross join lateral (
                             select bool_and(r.status = 'passed' and not r.flaky) as passed from result r
                              where r.project_id = ${project} and r.test_id = c.test_id and r.run_id = n.id and r.superseded_by is null) r
                     where r.passed) p) as "passesOn"
      from unnest(${texts(starts.map(({ suite }) => suite))}::text[],
                  ${texts(starts.map(({ environment }) => environment))}::text[],
                  ${texts(starts.map(({ branch }) => branch))}::text[],
                  ${numbers(starts.map(({ testId }) => testId))}::bigint[],
                  ${numbers(starts.map(({ groupId }) => groupId))}::bigint[],
                  ${numbers(starts.map(({ runId }) => runId))}::bigint[],
                  ${times(starts.map(({ at }) => at))}::timestamptz[],
                  ${numbers(starts.map(({ passed }) => passed?.runId ?? null))}::bigint[],
                  ${times(starts.map(({ passed }) => passed?.at))}::timestamptz[],
                  ${booleans(starts.map(({ isOver }) => isOver))}::boolean[])
           with ordinality as c (suite, environment, branch, test_id, group_id, run_id, at, passed_run_id, passed_at, is_over, place)
     order by c.place
  `.execute(db);
  return rows.map(({ otherTests, event, passesOn }) => ({
    otherTests,
    event: event && { ...event, at: new Date(event.at) },
    passesOn: passesOn.map((scope) => ({ ...scope, at: new Date(scope.at) })),
  }));
}

/** Times within JSON are text. */
interface Stored {
  readonly otherTests: number;
  readonly event: (Omit<NonNullable<AroundStart["event"]>, "at"> & { readonly at: string }) | null;
  readonly passesOn: readonly (Omit<PassingScope, "at"> & { readonly at: string })[];
}
