import type { GridRun } from "@plumb/contract/tests/test-grid.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { reportConditions, type ReportQuery } from "./report-filter.ts";

/** Returns the latest runs that match a filter, newest first. */
export async function latestRuns(db: Db, projectId: number, query: ReportQuery, limit: number): Promise<GridRun[]> {
  const conditions = await reportConditions(db, projectId, query);
  if (conditions === null) return [];
  const { rows } = await sql<Omit<GridRun, "startTime"> & { startedAt: Date }>`
    select r.id, r.number, r.suite, r.environment, r.branch, r.commit_sha as commit, r.started_at as "startedAt", r.status,
           r.failed + r.errored as failed, r.total, r.facts
      from run r where ${conditions} and r.removed_at is null order by r.started_at desc, r.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ startedAt, ...run }) => ({ ...run, startTime: startedAt.toISOString() }));
}
