import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Maximum number of failures per test, latest first. */
const maxFailures = 500;

export interface CauseOfTest {
  readonly groupId: number;
  readonly failures: number;
  readonly lastSeen: Date;
}

/** Returns the causes of the latest failures of tests, most frequent first. Includes failed attempts of tests that then passed. */
export async function causesOfTests(
  db: Db,
  projectId: number,
  testIds: readonly number[],
): Promise<Map<number, CauseOfTest[]>> {
  const { rows } = await sql<CauseOfTest & { testId: number }>`
    select w.test_id as "testId", g.group_id as "groupId", count(*)::integer as failures, max(f.failed_at) as "lastSeen"
      from unnest(${numbers(testIds)}::bigint[]) as w (test_id)
     cross join lateral (
             select signature_id, failed_at from failure
              where project_id = ${opaqueProjectId(projectId)} and test_id = w.test_id and not gone
              order by failed_at desc limit ${maxFailures}) f
      join failure_signature g on g.project_id = ${opaqueProjectId(projectId)} and g.id = f.signature_id
     group by w.test_id, g.group_id order by w.test_id, failures desc, "lastSeen" desc
  `.execute(db);
  return Map.groupBy(rows, ({ testId }) => testId);
}
