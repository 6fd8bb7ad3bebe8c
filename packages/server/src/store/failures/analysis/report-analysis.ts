import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { FailureAnalysis, FailureCluster, ModelShare } from "@plumb/contract/runs/insights.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { runRevision } from "#store/sql/revisions.ts";

export interface ReportRef {
  readonly projectId: number;
  readonly runId: number;
}

/** Class of a cause at the time of analysis. */
export interface FoundVerdict {
  readonly class: FailureClass;
  /** Percent; `null` if a user decided. */
  readonly confidence: number | null;
  /** The next likely classes as text; empty if there are none. */
  readonly others: string;
  /** Who decided, as text. */
  readonly by: string;
}

/** A cluster as stored. The author of its class and the lines of its verdict are added when it is read. */
export interface FoundCluster extends Omit<FailureCluster, "setBy"> {
  /** Signature of the first failure, with its version; `null` without an error. */
  readonly signature: string | null;
  /** Absent in older analyses, whose text contains it. */
  readonly verdict?: FoundVerdict | null;
}

export interface StoredAnalysis extends Omit<FailureAnalysis, "clusters"> {
  readonly clusters: readonly FoundCluster[];
}

/** Result of an analysis. */
export interface Findings {
  readonly insights: NonNullable<FailureAnalysis["insights"]>;
  readonly clusters: readonly FoundCluster[];
}

/** An analysis takes seconds. If it has not ended after this time, its server has crashed. */
const longestMinutes = 15;

/** Returns the analysis of the current results of a run; `null` if there is none. */
export async function storedAnalysis(
  db: Db,
  { projectId, runId }: ReportRef,
  now: Date,
): Promise<StoredAnalysis | null> {
  const { rows } = await sql<{
    status: FailureAnalysis["status"];
    found: Findings | null;
    llm: ModelShare | null;
    error: string | null;
    changedAt: Date;
  }>`
    select status, found, llm, error, changed_at as "changedAt"
      from report_analysis
     where project_id = ${projectId} and run_id = ${runId} and revision = ${runRevision(projectId, runId)}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { status, found, llm, error, changedAt } = row;
  if (status === "running" && now.getTime() - changedAt.getTime() > longestMinutes * 60_000) {
    const late = "The analysis did not finish. Try again.";
    return {
      status: "failed",
      insights: null,
      clusters: [],
      llm: null,
      timestamp: changedAt.toISOString(),
      error: late,
    };
  }
  return {
    status,
    insights: found?.insights ?? null,
    clusters: found?.clusters ?? [],
    llm,
    timestamp: changedAt.toISOString(),
    error,
  };
}

/** Records the start of an analysis and replaces an earlier one. Returns false if the run does not exist. */
export async function beginAnalysis(db: Db, { projectId, runId }: ReportRef, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into report_analysis (project_id, run_id, status, revision, changed_at)
    select project_id, id, 'running', revision, ${now} from run
     where project_id = ${projectId} and id = ${runId} and removed_at is null
    on conflict (project_id, run_id) do update
       set status = 'running', revision = excluded.revision, found = null, llm = null, error = null,
           changed_at = excluded.changed_at
    returning run_id
  `.execute(db);
  return rows.length > 0;
}

/**
 * Stores the outcome of an analysis if its run still exists.
 *
 * @param ended The findings, or the reason of the failure.
 */
export async function endAnalysis(
  db: Db,
  { projectId, runId }: ReportRef,
  ended: Findings | { readonly error: string },
  now: Date,
  llm: ModelShare | null = null,
): Promise<void> {
  const [found, error] = "error" in ended ? [null, ended.error] : [JSON.stringify(ended), null];
  await sql`
    update report_analysis
       set status = ${error === null ? "completed" : "failed"}, found = ${found}::jsonb, llm = ${json(llm)}::jsonb,
           error = ${error}, changed_at = ${now}
     where project_id = ${projectId} and run_id = ${runId}
  `.execute(db);
}

/** An analysis that a language model has not finished explaining. */
export interface WaitingAnalysis {
  readonly clusters: readonly FoundCluster[];
  readonly llm: ModelShare;
  /** Identifies the analysis among the report's analyses. */
  readonly changedAt: Date;
}

/** Returns `null` if the results have changed since the analysis, or if no explanation is pending. */
export async function waitingAnalysis(db: Db, { projectId, runId }: ReportRef): Promise<WaitingAnalysis | null> {
  const { rows } = await sql<WaitingAnalysis>`
    select found -> 'clusters' as clusters, llm, changed_at as "changedAt" from report_analysis
     where project_id = ${projectId} and run_id = ${runId} and revision = ${runRevision(projectId, runId)}
       and status = 'completed' and (llm ->> 'pending')::integer > 0
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Stores the progress of the model and its explanation of one cluster. Returns false and stores nothing if the report was analysed again.
 *
 * @param changedAt Identifies the analysis that the model read.
 */
export async function recordModelShare(
  db: Db,
  { projectId, runId }: ReportRef,
  {
    changedAt,
    llm,
    cluster,
  }: { readonly changedAt: Date; readonly llm: ModelShare; readonly cluster?: ClusterPosition | undefined },
): Promise<boolean> {
  const found =
    cluster === undefined
      ? sql`found`
      : sql`jsonb_set(found, array['clusters', ${String(cluster.index)}::text], ${JSON.stringify(cluster.found)}::jsonb, false)`;
  const { rows } = await sql`
    update report_analysis set llm = ${json(llm)}::jsonb, found = ${found}
     where project_id = ${projectId} and run_id = ${runId} and status = 'completed' and changed_at = ${changedAt}
    returning 1
  `.execute(db);
  return rows.length > 0;
}

interface ClusterPosition {
  /** Index of the cluster. */
  readonly index: number;
  readonly found: FoundCluster;
}

function json(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
