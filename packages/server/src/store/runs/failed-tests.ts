import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { holdsAt, quarantinedNames } from "#store/tests/quarantine.ts";
import { causeInBase, failedBeforeBase, failedIn, failedRows, repeatsTests, rowOf, sameCause } from "./failing-rows.ts";

/** A run and its base. */
export interface Compared {
  readonly projectId: number;
  readonly runId: number;
  /** `null` if there is no base. */
  readonly baseId: number | null;
}

/** Maximum number of earlier failures of a test to search for a cause, latest first. */
const maxFailures = 500;

/**
 * Selects the failures of a run with the reasons to ignore them. A reason only holds for causes that the base has: a test that is red, flaky or in
 * quarantine there can also fail for a new cause (docs/decisions/0042-new-by-cause.md).
 *
 * - `known`: it failed in the base for the same cause. `changedCause`: it failed there, but for other causes only.
 * - `flaky`: the test was flaky when the run started, and had this cause before on the branch of the base.
 * - `quarantined`: the test was in quarantine when the run started, and all its stored failures on the branch of the base do not have other causes.
 */
export function failedTests({ projectId, runId, baseId }: Compared): RawBuilder<unknown> {
  const repeats = repeatsTests(projectId, runId);
  const inBase = failedRows(projectId, baseId === null ? [] : [baseId], repeats);
  return select(projectId, {
    runId: sql`${runId}`,
    baseId: sql`${baseId}::bigint`,
    repeats,
    // One pass over the failures of the base. Only tests that failed in both runs need a lookup.
    failedInBase: sql`(${rowOf("r", repeats)}) in (${inBase})`,
  });
}

/** Selects the same for a pair of runs from an outer query, with a lookup per failure. */
export function failedTestsOfPair(
  projectId: number,
  runId: RawBuilder<unknown>,
  baseId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const repeats = repeatsTests(projectId, runId);
  return select(projectId, {
    runId,
    baseId,
    repeats,
    failedInBase: failedIn(projectId, baseId, { ...result, repeats }),
  });
}

const result = { testId: sql`r.test_id`, occurrence: sql`r.occurrence` };

interface Pair {
  readonly runId: RawBuilder<unknown>;
  readonly baseId: RawBuilder<unknown>;
  readonly repeats: RawBuilder<boolean>;
  /** Whether result `r` failed in the base, for any cause. */
  readonly failedInBase: RawBuilder<unknown>;
}

function select(projectId: number, { runId, baseId, repeats, failedInBase }: Pair): RawBuilder<unknown> {
  const project = opaqueProjectId(projectId);
  const row = { ...result, repeats, signature: sql`r.failure_signature` };
  return sql`
    select r.id as "resultId", r.test_id, r.occurrence, r.rank, r.seq, r.error_line as "errorLine", r.failure_signature as signature,
           base_cause.in_base as known, base_cause.other is not null as "changedCause",
           test_was.flaky and (base_cause.in_base or past.has_cause) as flaky,
           test_was.quarantined and (base_cause.in_base or past.has_cause or not past.failed) as quarantined,
           test_was.flaky as "isFlakyTest", test_was.quarantined as "isQuarantinedTest"
      from run n
      join result r on r.project_id = ${project} and r.run_id = n.id
     cross join lateral (select ${failedInBase} as failed offset 0) was
      left join lateral (${causeInBase(projectId, baseId, row)} where was.failed offset 0) looked_up on true
     cross join lateral (select coalesce(looked_up.in_base, false) as in_base, looked_up.other) base_cause
     cross join lateral (
             select ${flakyAt(projectId, repeats)} as flaky,
                    r.test_id in (
                      select unnest(${quarantinedNames(projectId)}) from quarantine q
                       where q.project_id = ${projectId} and q.kind = 'quarantine' and ${holdsAt(sql`n.started_at`)}) as quarantined offset 0) test_was
     cross join lateral (
             select count(*) > 0 as failed, coalesce(bool_or(${sameCause(projectId, sql`earlier.signature`, row.signature)}), false) as has_cause
               from (
             -- The failures of the base may not be collected yet.
             select e.failure_signature as signature from result e
              where (test_was.flaky or test_was.quarantined) and not base_cause.in_base
                and e.project_id = ${project} and e.test_id = r.test_id and e.run_id = ${baseId} and e.superseded_by is null and e.rank in (0, 1, 3)
              union all
             select s.signature
               from (select f.signature_id from failure f
                      where (test_was.flaky or test_was.quarantined) and not base_cause.in_base
                        and f.project_id = ${project} and f.test_id = r.test_id and not f.gone and f.run_id <> n.id and f.failed_at < n.started_at
                        and f.history_key = (select b.history_key from run b where b.project_id = ${project} and b.id = ${baseId})
                      order by f.failed_at desc limit ${maxFailures}) f
               left join failure_signature s on s.project_id = ${project} and s.id = f.signature_id) earlier) past
     where n.project_id = ${project} and n.id = ${runId} and r.superseded_by is null and r.rank <= 1`;
}

/** Returns whether the test of result `r` was flaky when run `n` started, so that the value does not depend on later runs. */
function flakyAt(projectId: number, repeats: RawBuilder<boolean>): RawBuilder<boolean> {
  const project = opaqueProjectId(projectId);
  return sql`(coalesce((
      select c.to_state = 'flaky' from test_state_change c
       where c.project_id = ${project} and c.test_id = r.test_id and c.at < n.started_at
       order by c.at desc, c.id desc limit 1), false)
    and (${repeats} or coalesce((
      select s.evidence = '[]' or exists (
               select from jsonb_array_elements(s.evidence) e where coalesce((e ->> 'row')::integer, r.occurrence) = r.occurrence)
        from test_state s where s.project_id = ${project} and s.test_id = r.test_id), true)))`;
}

/** Returns whether the cause of failure `f` of `failedTests` is not in the base but in an earlier run. */
export function failedBefore({ projectId, runId, baseId }: Compared): RawBuilder<unknown> {
  const row = {
    testId: sql`f.test_id`,
    occurrence: sql`f.occurrence`,
    repeats: repeatsTests(projectId, runId),
    signature: sql`f.signature`,
  };
  return sql`(not f.known and exists (
    select from run base where base.project_id = ${projectId} and base.id = ${baseId} and ${failedBeforeBase({ projectId, runId, baseId }, row)}))`;
}
