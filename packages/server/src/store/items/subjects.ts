import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Returns an existing report and locks it until the transaction ends, because cleanup skips locked reports. */
export async function runOfSubject(
  transaction: Db,
  projectId: number,
  runId: number,
): Promise<{ suite: string; runNumber: number } | null> {
  const { rows } = await sql<{ suite: string; runNumber: number }>`
    select suite, number as "runNumber" from run
     where project_id = ${projectId} and id = ${runId} and removed_at is null for key share
  `.execute(transaction);
  return rows[0] ?? null;
}

const testName: RawBuilder<string> = sql`array_to_string(t.title_path, ' › ')`;

/** Returns the run and test of a result, and its error. */
export async function resultOfSubject(
  db: Db,
  projectId: number,
  resultId: number,
): Promise<{ runId: number; testId: number; test: string; error: string | null } | null> {
  const { rows } = await sql<{ runId: number; testId: number; test: string; error: string | null }>`
    select r.run_id as "runId", r.test_id as "testId", ${testName} as test, r.error_line as error
      from result r join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${opaqueProjectId(projectId)} and r.id = ${resultId}
  `.execute(db);
  return rows[0] ?? null;
}

export async function testOfSubject(db: Db, projectId: number, testId: number): Promise<{ test: string } | null> {
  const { rows } = await sql<{ test: string }>`
    select ${testName} as test from test t where t.project_id = ${opaqueProjectId(projectId)} and t.id = ${testId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the most frequent error of a cause. */
export async function groupOfSubject(db: Db, projectId: number, groupId: number): Promise<{ message: string } | null> {
  const { rows } = await sql<{ message: string }>`
    select coalesce((select s.message from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = g.id
                      order by s.occurrences desc, s.id limit 1), '') as message
      from failure_group g where g.project_id = ${projectId} and g.id = ${groupId}
  `.execute(db);
  return rows[0] ?? null;
}
