import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { type SilencedFailures, silencedFailuresOf } from "#store/tests/quarantine.ts";

/** A run, and the full run that it is compared with. */
export interface RunPair {
  readonly runId: number;
  readonly previousId: number | null;
}

/** A failing test that represents a cause. */
export interface TestOfCause {
  readonly runId: number;
  readonly resultId: number;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly file: string | null;
}

/** A cause in a run. */
export interface CauseInRun {
  readonly groupId: number;
  readonly class: FailureClass | null;
  readonly message: string;
  readonly tests: number;
  readonly owners: readonly string[];
  /** The first one in the report. */
  readonly test: TestOfCause | null;
}

/** A cause that failed in a run. */
export interface FailedCause extends CauseInRun {
  /** Whether this is the first run of the project with this cause, and whether the run that it is compared with also failed with it. */
  readonly isFirst: boolean;
  readonly failedBefore: boolean;
  readonly inIncident: boolean;
}

export interface CausesOfRun {
  readonly causes: readonly FailedCause[];
  readonly total: number;
  readonly muted: number;
}

/** Maximum number of tests per cause to look up owners of. */
const maxTests = 50;

/** Returns the silenced failures of runs, for the queries below. */
export async function silencedOf(
  db: Db,
  projectId: number,
  pairs: readonly RunPair[],
): Promise<ReadonlyMap<number, SilencedFailures>> {
  return silencedFailuresOf(
    db,
    projectId,
    pairs.map(({ runId }) => runId),
  );
}

/**
 * Returns the causes of failures by run id, those with the most tests first. Failures of quarantined tests are excluded and counted in `muted`.
 */
export async function failedCauses(
  db: Db,
  projectId: number,
  {
    pairs,
    silenced,
    limit,
  }: { pairs: readonly RunPair[]; silenced: ReadonlyMap<number, SilencedFailures>; limit: number },
): Promise<ReadonlyMap<number, CausesOfRun>> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<FailedCause & { runId: number; total: number }>`
    with ${inputs(pairs, silenced)}, counted as (
      select p.run_id, p.previous_id, s.group_id, count(distinct f.test_id) as tests, bool_or(f.incident_id is not null) as in_incident,
             (array_agg(distinct f.test_id))[1:${maxTests}] as ids, ${firstFailure} as first
        from pair p
        join failure f on f.project_id = ${project} and f.run_id = p.run_id
        join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
       where not f.gone and not f.flaky and ${isNotSilenced}
       group by p.run_id, p.previous_id, s.group_id
    ), ranked as materialized (
      select c.*, count(*) over (partition by run_id) as total, row_number() over (partition by run_id order by tests desc, group_id) as rank
        from counted c
    ), ${aboutGroups(projectId, sql`select distinct group_id from ranked where rank <= ${limit}`)}
    select h.run_id as "runId", h.group_id as "groupId", a.class, a.message, h.tests, ${ownersOf(projectId)} as owners, ${testOf(projectId)} as test,
           h.in_incident as "inIncident", h.total,
           not exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                        where s.project_id = ${project} and s.group_id = h.group_id and f.run_id <> h.run_id and not f.gone and not f.flaky
                          and f.failed_at < r.started_at) as "isFirst",
           exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                    where s.project_id = ${project} and s.group_id = h.group_id and f.run_id = h.previous_id and not f.gone and not f.flaky) as "failedBefore"
      from ranked h
      join run r on r.project_id = ${project} and r.id = h.run_id
      join about a on a.group_id = h.group_id
     where h.rank <= ${limit}
     order by h.run_id, h.rank
  `.execute(db);
  const found = new Map<number, { causes: FailedCause[]; total: number; muted: number }>();
  for (const { runId } of pairs) found.set(runId, { causes: [], total: 0, muted: silenced.get(runId)?.failures ?? 0 });
  for (const { runId, total, ...cause } of rows) {
    const one = found.get(runId);
    if (one === undefined) continue;
    one.causes.push(cause);
    one.total = total;
  }
  return found;
}

/** Maximum number of a cause's tests to check. The others are assumed to have passed. */
const maxPassing = 1000;

/**
 * Returns the causes that failed in the previous run and whose tests all passed on the first attempt in the run, by its id. Omits causes of
 * incidents.
 */
export async function fixedCauses(
  db: Db,
  projectId: number,
  {
    pairs,
    silenced,
    limit,
  }: { pairs: readonly RunPair[]; silenced: ReadonlyMap<number, SilencedFailures>; limit: number },
): Promise<ReadonlyMap<number, CauseInRun[]>> {
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<CauseInRun & { runId: number }>`
    with ${inputs(pairs, silenced)}, failed as (
      select p.run_id, s.group_id, count(distinct f.test_id) as tests, (array_agg(distinct f.test_id))[1:${maxPassing}] as ids,
             ${firstFailure} as first
        from pair p
        join failure f on f.project_id = ${project} and f.run_id = p.previous_id
        join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
       where not f.gone and not f.flaky and ${isNotSilenced}
       group by p.run_id, s.group_id having not bool_or(f.incident_id is not null)
    ), passed as materialized (
      select h.*, row_number() over (partition by h.run_id order by h.tests desc, h.group_id) as rank
        from failed h
       where not exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                          where s.project_id = ${project} and s.group_id = h.group_id and f.run_id = h.run_id and not f.gone)
         and (select count(distinct x.test_id) = cardinality(h.ids) and bool_and(x.status = 'passed' and not x.flaky)
                from unnest(h.ids) as t (id)
                join result x on x.project_id = ${project} and x.test_id = t.id and x.run_id = h.run_id
               where x.superseded_by is null)
    ), ${aboutGroups(projectId, sql`select distinct group_id from passed where rank <= ${limit}`)}
    select h.run_id as "runId", h.group_id as "groupId", a.class, a.message, h.tests, ${ownersOf(projectId)} as owners, ${testOf(projectId)} as test
      from passed h join about a on a.group_id = h.group_id
     where h.rank <= ${limit}
     order by h.run_id, h.rank
  `.execute(db);
  const found = new Map<number, CauseInRun[]>();
  for (const { runId, ...cause } of rows) found.set(runId, [...(found.get(runId) ?? []), cause]);
  return found;
}

/** Selects the pairs of runs as `pair`, and the silenced tests of each run as `silenced`. */
function inputs(pairs: readonly RunPair[], silenced: ReadonlyMap<number, SilencedFailures>): RawBuilder<unknown> {
  const muted = [...silenced].flatMap(([runId, { tests }]) => tests.map((testId) => ({ runId, testId })));
  return sql`pair (run_id, previous_id) as materialized (
      select * from unnest(${numbers(pairs.map(({ runId }) => runId))}::bigint[], ${numbers(pairs.map(({ previousId }) => previousId))}::bigint[])
    ), silenced (run_id, test_id) as materialized (
      select * from unnest(${numbers(muted.map(({ runId }) => runId))}::bigint[], ${numbers(muted.map(({ testId }) => testId))}::bigint[])
    )`;
}

const isNotSilenced = sql`not exists (select from silenced q where q.run_id = p.run_id and q.test_id = f.test_id)`;

/** Selects class and most frequent error of causes as `about`. */
export function aboutGroups(projectId: number, groups: RawBuilder<unknown>): RawBuilder<unknown> {
  const project = opaqueProjectId(projectId);
  return sql`about as materialized (
      select g.id as group_id, g.class,
             coalesce((select s.message from failure_signature s where s.project_id = ${project} and s.group_id = g.id
                        order by s.occurrences desc, s.id limit 1), '') as message
        from (${groups}) given join failure_group g on g.project_id = ${project} and g.id = given.group_id
    )`;
}

/** Run, result and test of the first failure `f` in the report. */
const firstFailure = sql`(array_agg(array[f.run_id, f.result_id, f.test_id] order by f.result_id))[1:1][1:3]`;

/** The test of that failure in row `h`. */
function testOf(projectId: number): RawBuilder<unknown> {
  return sql`(
      select json_build_object('runId', h.first[1][1], 'resultId', h.first[1][2], 'titlePath', t.title_path, 'variant', t.variant, 'file', t.file)
        from test t where t.project_id = ${opaqueProjectId(projectId)} and t.id = h.first[1][3])`;
}

/** Owners of the tests in row `h`. */
function ownersOf(projectId: number): RawBuilder<unknown> {
  return sql`array(
      select distinct t.owner from test t
       where t.project_id = ${opaqueProjectId(projectId)} and t.id = any(h.ids[1:${maxTests}]) and t.owner is not null order by 1 limit 10)`;
}
