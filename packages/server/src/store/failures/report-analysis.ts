import type { FailureAnalysis } from "@plumb/contract/runs/insights.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { runRevision } from "#store/runs/run-cache.ts";

export interface ReportRef {
  readonly projectId: number;
  readonly runId: number;
}

/** What an analysis found. */
export type Findings = Pick<FailureAnalysis, "clusters"> & {
  readonly insights: NonNullable<FailureAnalysis["insights"]>;
};

/** It takes seconds; what is not heard of for so long went down with its server. */
const longestMinutes = 15;

/** The analysis of a run as its results are now; null if there is none. */
export async function storedAnalysis(
  db: Db,
  { projectId, runId }: ReportRef,
  now: Date,
): Promise<FailureAnalysis | null> {
  const { rows } = await sql<{
    status: FailureAnalysis["status"];
    found: Findings | null;
    error: string | null;
    changedAt: Date;
  }>`
    select status, found, error, changed_at as "changedAt"
      from report_analysis
     where project_id = ${projectId} and run_id = ${runId} and revision = ${runRevision(projectId, runId)}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { status, found, error, changedAt } = row;
  if (status === "running" && now.getTime() - changedAt.getTime() > longestMinutes * 60_000) {
    const late = "The analysis did not end. Try again.";
    return { status: "failed", insights: null, clusters: [], timestamp: changedAt.toISOString(), error: late };
  }
  return {
    status,
    insights: found?.insights ?? null,
    clusters: found?.clusters ?? [],
    timestamp: changedAt.toISOString(),
    error,
  };
}

/** Notes that an analysis begins; whatever was there before is replaced. False if there is no such run. */
export async function beginAnalysis(db: Db, { projectId, runId }: ReportRef, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into report_analysis (project_id, run_id, status, revision, changed_at)
    select project_id, id, 'running', revision, ${now} from run
     where project_id = ${projectId} and id = ${runId} and removed_at is null
    on conflict (project_id, run_id) do update
       set status = 'running', revision = excluded.revision, found = null, error = null, changed_at = excluded.changed_at
    returning run_id
  `.execute(db);
  return rows.length > 0;
}

/** Keeps how an analysis ended, if its run is still there. @param ended What it found, or why it failed. */
export async function endAnalysis(
  db: Db,
  { projectId, runId }: ReportRef,
  ended: Findings | { readonly error: string },
  now: Date,
): Promise<void> {
  const [found, error] = "error" in ended ? [null, ended.error] : [JSON.stringify(ended), null];
  await sql`
    update report_analysis
       set status = ${error === null ? "completed" : "failed"}, found = ${found}::jsonb, error = ${error}, changed_at = ${now}
     where project_id = ${projectId} and run_id = ${runId}
  `.execute(db);
}
