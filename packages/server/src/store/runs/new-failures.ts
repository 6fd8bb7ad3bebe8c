import type { TestStatus } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { numbers } from "#store/array-literal.ts";
import { silencedFailures } from "#store/tests/quarantine.ts";
import { baseRun, previousOnBranch } from "./base-run.ts";
import { isNews, repeatsTests, rowOf, statesOfRows } from "./failing-rows.ts";

interface FailedTest {
  readonly id: number;
  readonly occurrence: number;
  readonly file: string | null;
  readonly titlePath: string[];
  readonly status: TestStatus;
  readonly state: "new" | "back";
  /** True if the test failed in the base too, but for other causes. */
  readonly changedCause: boolean;
  readonly error: string | null;
}

export interface NewlyFailed {
  readonly count: number;
  /** First failed tests in the order of the report. */
  readonly tests: readonly FailedTest[];
  /** Number of failures that are excluded because their tests are in quarantine or muted. */
  readonly leftOut: number;
  readonly comparedWith: { readonly id: number; readonly number: number } | null;
  /** The last upload with these failures; `null` if all were announced before. */
  readonly uploadId: number | null;
}

/**
 * Returns tests that failed in a run but not in its base (base-run.ts), separately for each row with the same name. Each is announced once: excludes
 * failures of the previous run on the branch and announced ones, and marks the others.
 *
 * Reads the failures of both runs from the index of the list, not their tests.
 *
 * @param limit Maximum number of tests to list; `count` includes all.
 * @param about `causes` for tests that failed there, but for other causes. Requires collected failures.
 */
export async function takeNewFailures(
  transaction: Db,
  run: { projectId: number; runId: number },
  limit: number,
  about: "causes" | "tests" = "tests",
): Promise<NewlyFailed> {
  const { projectId, runId } = run;
  const announcedColumn = sql.ref(about === "tests" ? "announced" : "causes_announced");
  const { rows: uploads } = await sql<{ id: number; announced: boolean }>`
    select id, ${announcedColumn} as announced from upload
     where project_id = ${projectId} and run_id = ${runId} and status = 'recorded' for update
  `.execute(transaction);
  const fresh = uploads.filter(({ announced }) => !announced).map(({ id }) => id);
  if (fresh.length === 0) return { count: 0, tests: [], leftOut: 0, comparedWith: null, uploadId: null };
  const announcedIds = uploads.filter(({ announced }) => announced).map(({ id }) => id);
  await sql`
    update upload set ${announcedColumn} = true where project_id = ${projectId} and id = any(${fresh}::bigint[])
  `.execute(transaction);
  const base = await baseRun(transaction, projectId, runId);
  const before = await previousOnBranch(transaction, projectId, runId);
  const silenced = await silencedFailures(transaction, projectId, runId);
  const repeats = repeatsTests(projectId, runId);
  const knownFrom = [base, before].flatMap((known) => (known === null ? [] : [known.id]));
  // If a test also failed in an announced upload, its failure has already been announced.
  const notAnnounced =
    announcedIds.length === 0
      ? sql`true`
      : sql`not exists (
          select 1 from result e
           where e.project_id = ${opaqueProjectId(projectId)} and e.test_id = r.test_id and e.run_id = ${opaqueRunId(runId)} and e.rank <= 1
             and e.upload_id = any(${announcedIds}::bigint[]))`;
  const { rows } = await sql<Omit<FailedTest, "changedCause" | "state"> & { count: number }>`
    select f.test_id as id, f.occurrence, t.file, t.title_path as "titlePath", f.status, f.error, f.count
      from (
        select r.test_id, min(r.occurrence) as occurrence, min(r.rank) as rank, min(r.seq) as seq, count(*) over () as count,
               (array_agg(r.status order by r.rank, r.seq))[1] as status,
               (array_agg(r.error_line order by r.rank, r.seq))[1] as error
          from result r
         where r.project_id = ${opaqueProjectId(projectId)} and r.run_id = ${opaqueRunId(runId)} and r.superseded_by is null and r.rank <= 1
           and r.upload_id = any(${fresh}::bigint[]) and ${notAnnounced}
           and r.test_id <> all(${numbers(silenced.tests)}::bigint[])
           and ${isNews(about, projectId, knownFrom, repeats)}
         group by ${rowOf("r", repeats)}
         order by 3, 4
         limit ${limit}
      ) f
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = f.test_id
     order by f.rank, f.seq
  `.execute(transaction);
  const failed = rows.map(({ id, occurrence }) => ({ testId: id, occurrence }));
  const states = base && (await statesOfRows(transaction, { projectId, runId, baseId: base.id }, failed));
  const tests = rows.map(({ count: _count, ...test }, index): FailedTest => ({
    ...test,
    state: states?.[index] === "back" ? "back" : "new",
    changedCause: about === "causes",
  }));
  return {
    count: rows[0]?.count ?? 0,
    tests,
    leftOut: silenced.failures,
    comparedWith: base && { id: base.id, number: base.number },
    uploadId: Math.max(...fresh),
  };
}
