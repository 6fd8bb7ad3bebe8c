import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { anyProject } from "#store/any-project.ts";
import type { Db } from "#store/db.ts";

/** A test's failures that are looked at, the latest first: some tests fail in every run of many branches. */
const mostFailures = 500;

/** Whether a test failed before the run `base`, in an earlier one of its suite, environment and branch. `base` is a row of `run`. */
export function failedBeforeBase(projectId: number, testId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from (
             select run_id from failure
              where project_id = ${anyProject(projectId)} and test_id = ${testId} and not gone and not flaky
              order by failed_at desc limit ${mostFailures}) f
      join run p on p.project_id = ${projectId} and p.id = f.run_id
     where p.removed_at is null and p.suite = base.suite and p.environment = base.environment
       and coalesce(p.branch, '') = coalesce(base.branch, '') and (p.started_at, p.id) < (base.started_at, base.id))`;
}

/** Those of these tests that did, for the same question of many. */
export async function testsFailedBefore(
  db: Db,
  projectId: number,
  baseId: number,
  testIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (testIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select asked.id from (select distinct id from unnest(${numbers(testIds)}::bigint[]) as given (id)) asked
      join run base on base.project_id = ${projectId} and base.id = ${baseId}
     where ${failedBeforeBase(projectId, sql`asked.id`)}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
