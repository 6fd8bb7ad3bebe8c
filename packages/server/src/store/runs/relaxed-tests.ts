import { timedOutKey } from "@plumb/contract/runs/results.ts";
import type { FewerAssertions, RaisedLimit, SuiteChanges } from "@plumb/contract/runs/suite-changes.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { RunPair } from "./compare.ts";

type RelaxedTests = Pick<SuiteChanges, "fewerAssertions" | "raisedRetries" | "raisedTimeouts">;

/**
 * Returns the tests that the head checks less strictly than the base, as far as both reports contain retries, time limits and assertions.
 *
 * @param limit Maximum number of entries to list per kind.
 */
export async function relaxedTests(
  db: Db,
  { projectId, baseId, headId }: RunPair,
  limit: number,
): Promise<RelaxedTests> {
  const project = opaqueProjectId(projectId);
  const resultsOf = (runId: number) => sql`
    select test_id, occurrence, id, rank, seq, max_retries, timeout_ms, assertions,
           rank in (3, 5) as passed, coalesce(annotations @> array[${timedOutKey}], false) as timed_out
      from result
     where project_id = ${project} and run_id = ${opaqueRunId(runId)} and superseded_by is null
       and (max_retries is not null or timeout_ms is not null or assertions is not null)`;
  const { rows } = await sql<Relaxed>`
    with pair as materialized (
      select h.test_id, h.id, h.seq, b.max_retries as retries_before, h.max_retries as retries, b.timeout_ms as timeout_before,
             h.timeout_ms as timeout, b.assertions as assertions_before, h.assertions,
             (b.passed or b.timed_out) and (h.passed or h.timed_out) as used_limit, b.passed and h.passed as passed
        from (${resultsOf(baseId)}) b join (${resultsOf(headId)}) h using (test_id, occurrence)
    ), change as (
      select 'raisedRetries' as kind, retries_before as before, retries as after, test_id, id, seq from pair where retries > retries_before
      union all
      select 'raisedTimeouts', timeout_before, timeout, test_id, id, seq from pair
       where used_limit and timeout_before > 0 and (timeout > timeout_before or timeout = 0)
      union all
      select 'fewerAssertions', assertions_before, assertions, test_id, id, seq from pair where passed and assertions < assertions_before
    ), entry as (
      -- Raised limits are listed once for all tests of a variant, and assertions for each test.
      select c.kind, c.before, c.after, t.variant, count(*)::integer as count,
             (array_agg(c.test_id order by c.seq))[1] as test_id, (array_agg(c.id order by c.seq))[1] as result_id, min(c.seq) as seq
        from change c
       cross join lateral (select variant from test where project_id = ${project} and id = c.test_id offset 0) t
       group by c.kind, c.before, c.after, t.variant, case when c.kind = 'fewerAssertions' then c.id end
    )
    select e.kind, e.before, e.after, e.count, e.total, e.variant, e.test_id as "testId", e.result_id as "resultId", t.file,
           t.title_path as "titlePath"
      from (select *, (sum(count) over (partition by kind))::integer as total,
                   row_number() over (partition by kind order by count desc, before - after desc, seq) as n
              from entry) e
     cross join lateral (select file, title_path from test where project_id = ${project} and id = e.test_id offset 0) t
     where e.n <= ${Math.max(limit, 1)} order by e.kind, e.n
  `.execute(db);
  const of = (kind: Relaxed["kind"]) => rows.filter((row) => row.kind === kind);
  const countOf = (kind: Relaxed["kind"]) => of(kind)[0]?.total ?? 0;
  const raised = (kind: Relaxed["kind"]) => ({
    count: countOf(kind),
    limits: of(kind).slice(0, limit).map(raisedLimit),
  });
  return {
    raisedRetries: raised("raisedRetries"),
    raisedTimeouts: raised("raisedTimeouts"),
    fewerAssertions: {
      count: countOf("fewerAssertions"),
      tests: of("fewerAssertions")
        .slice(0, limit)
        .map(({ kind: _kind, count: _count, total: _total, ...test }) => test),
    },
  };
}

interface Relaxed extends FewerAssertions {
  readonly kind: keyof RelaxedTests;
  /** Number of tests of this entry, and of all entries of the kind. */
  readonly count: number;
  readonly total: number;
}

function raisedLimit({ before, after, count, variant, testId, resultId, file, titlePath }: Relaxed): RaisedLimit {
  return { variant, before, after, count, test: { testId, resultId, file, titlePath, variant } };
}
