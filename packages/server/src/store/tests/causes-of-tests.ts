import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { presentTest } from "./aliases.ts";

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

interface FailuresOf {
  readonly groupId: number | undefined;
  readonly incidentId: number | undefined;
}

/** Returns the tests that failed for a cause or in an incident, under their current names. `undefined` without either. */
export async function testsOfFailures(
  db: Db,
  projectId: number,
  { groupId, incidentId }: FailuresOf,
  limit: number,
): Promise<number[] | undefined> {
  const conditions: RawBuilder<unknown>[] = [];
  if (groupId !== undefined)
    conditions.push(sql`f.signature_id in (
      select s.id from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = ${groupId})`);
  if (incidentId !== undefined) conditions.push(sql`f.incident_id = ${incidentId}`);
  if (conditions.length === 0) return undefined;
  const { rows } = await sql<{ id: number }>`
    select distinct ${presentTest(projectId, sql`f.test_id`)} as id
      from failure f
     where f.project_id = ${opaqueProjectId(projectId)} and not f.gone and ${sql.join(conditions, sql` and `)}
     limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
