import { matchRenames } from "@plumb/analysis/suggestions/match-renames.ts";
import type { LostSuiteTest, SuiteChanges, SuiteTest } from "@plumb/contract/runs/suite-changes.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { RunPair } from "./compare.ts";
import { hasCompleteSuite } from "./gate.ts";
import { relaxedTests } from "./relaxed-tests.ts";

/** Maximum number of tests per kind to read. If more were removed or added, renames are searched among the first ones. */
const maxRead = 2000;

/**
 * Compares the tests of two runs. Returns `null` if the head is running, incomplete or partial, because its tests can then be missing from the report
 * only.
 *
 * @param limit Maximum number of tests to list per kind; 0 for the counts only.
 */
export async function suiteChanges(db: Db, pair: RunPair, limit: number): Promise<SuiteChanges | null> {
  const { projectId, baseId, headId } = pair;
  const project = opaqueProjectId(projectId);
  const { rows: heads } = await sql<{ complete: boolean }>`
    select ${hasCompleteSuite(projectId)} as complete from run r where r.project_id = ${project} and r.id = ${headId}
  `.execute(db);
  if (heads[0]?.complete !== true) return null;
  const resultsOf = (runId: number) => sql`
    select distinct on (test_id) test_id, id, rank, seq from result
     where project_id = ${project} and run_id = ${opaqueRunId(runId)} and superseded_by is null
     order by test_id, rank, seq`;
  const { rows } = await sql<SuiteTest & { kind: "added" | "removed" | "skipped"; count: number }>`
    with b as materialized (${resultsOf(baseId)}), h as materialized (${resultsOf(headId)}), changed as (
      select case when h.id is null then 'removed' when b.id is null then 'added' else 'skipped' end as kind,
             coalesce(h.test_id, b.test_id) as test_id, coalesce(h.id, b.id) as result_id, coalesce(h.rank, b.rank) as rank, coalesce(h.seq, b.seq) as seq
        from b full join h using (test_id)
       where h.id is null or b.id is null or (h.rank = 4 and b.rank <> 4)
    )
    select kind, c.test_id as "testId", result_id as "resultId", count, t.file, t.title_path as "titlePath", t.variant
      from (select *, count(*) over (partition by kind)::integer as count, row_number() over (partition by kind order by rank, seq, test_id) as n
              from changed) c
     cross join lateral (select * from test where project_id = ${project} and id = c.test_id offset 0) t
     where n <= ${maxRead} order by kind, n
  `.execute(db);
  const of = (kind: "added" | "removed" | "skipped") => rows.filter((row) => row.kind === kind);
  const countOf = (kind: "added" | "removed" | "skipped") => of(kind)[0]?.count ?? 0;
  const removed = of("removed");
  const pairs = await renames(db, projectId, removed, of("added"));
  const lost = removed.filter((test) => !pairs.has(test));
  return {
    removed: { count: countOf("removed") - pairs.size, tests: await withCaught(db, projectId, lost, limit) },
    renamed: {
      count: pairs.size,
      tests: [...pairs].slice(0, limit).map(([before, after]) => ({ before: named(before), after: named(after) })),
    },
    newlySkipped: { count: countOf("skipped"), tests: await withCaught(db, projectId, of("skipped"), limit) },
    ...(await relaxedTests(db, pair, limit)),
  };
}

function named({ testId, resultId, file, titlePath, variant }: SuiteTest): SuiteTest {
  return { testId, resultId, file, titlePath, variant };
}

/** Pairs tests that users linked, and those whose names match. */
async function renames<Test extends SuiteTest>(
  db: Db,
  projectId: number,
  removed: readonly Test[],
  added: readonly Test[],
): Promise<Map<Test, Test>> {
  if (removed.length === 0 || added.length === 0) return new Map();
  const { rows } = await sql<{ testId: number; sameAsId: number }>`
    select test_id as "testId", same_as_id as "sameAsId" from test_alias
     where project_id = ${projectId} and test_id = any(${numbers(removed.map(({ testId }) => testId))}::bigint[])
  `.execute(db);
  const linked = new Map(rows.map(({ testId, sameAsId }) => [testId, sameAsId]));
  const byId = new Map(added.map((test) => [test.testId, test]));
  const pairs = new Map<Test, Test>();
  for (const test of removed) {
    const after = byId.get(linked.get(test.testId) ?? 0);
    if (after !== undefined) pairs.set(test, after);
  }
  const paired = new Set(pairs.values());
  const matched = matchRenames(
    removed.filter((test) => !pairs.has(test)),
    added.filter((test) => !paired.has(test)),
  );
  return new Map([...pairs, ...matched]);
}

/** Maximum number of tests whose failures are counted. */
const maxCounted = 200;
/** Maximum number of failures to read per test, latest first. */
const maxFailures = 500;

async function withCaught(
  db: Db,
  projectId: number,
  tests: readonly SuiteTest[],
  limit: number,
): Promise<LostSuiteTest[]> {
  const counted = tests.slice(0, maxCounted);
  if (counted.length === 0 || limit === 0) return [];
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<{ caught: number }>`
    select (select count(distinct s.group_id)::integer
              from (select f.signature_id from failure f
                     where f.project_id = ${project} and f.test_id = listed.id and not f.gone and not f.flaky
                     order by f.failed_at desc limit ${maxFailures}) f
              join failure_signature s on s.project_id = ${project} and s.id = f.signature_id) as caught
      from unnest(${numbers(counted.map(({ testId }) => testId))}::bigint[]) with ordinality as listed (id, n)
     order by listed.n
  `.execute(db);
  return counted
    .map((test, index) => ({ ...named(test), caught: rows[index]?.caught ?? 0 }))
    .toSorted((a, b) => b.caught - a.caught)
    .slice(0, limit);
}
