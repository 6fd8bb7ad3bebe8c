import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Progress of a language model through the causes of a project. Numbers are counts of causes. */
export interface DeepAnalysisRow {
  readonly status: "running" | "completed";
  /** Ids of the causes that have not been sent to the model yet, in order. */
  readonly waiting: readonly number[];
  /** Number of causes in the analysed period. */
  readonly causes: number;
  /** Number of causes to explain when the analysis started. */
  readonly asked: number;
  /** Causes with an explanation by the model, new or cached. */
  readonly described: number;
  /** Explanations that failed. */
  readonly missed: number;
  readonly leftForLater: number;
  readonly llm: ModelShare;
  readonly startedAt: Date;
  readonly changedAt: Date;
}

export async function deepAnalysisOf(db: Db, projectId: number): Promise<DeepAnalysisRow | null> {
  const { rows } = await sql<DeepAnalysisRow>`
    select status, waiting, causes, asked, described, missed, left_for_later as "leftForLater", llm,
           started_at as "startedAt", changed_at as "changedAt"
      from deep_analysis where project_id = ${projectId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Stores the start of an analysis. Returns false if another one is running and has changed since `staleBefore`. */
export async function beginDeepAnalysis(
  transaction: Db,
  projectId: number,
  row: DeepAnalysisRow,
  staleBefore: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into deep_analysis as known (project_id, status, waiting, causes, asked, described, missed, left_for_later, llm, started_at, changed_at)
    values (${projectId}, ${row.status}, ${JSON.stringify(row.waiting)}::jsonb, ${row.causes}, ${row.asked}, ${row.described},
            ${row.missed}, ${row.leftForLater}, ${JSON.stringify(row.llm)}::jsonb, ${row.startedAt}, ${row.changedAt})
    on conflict (project_id) do update
       set status = excluded.status, waiting = excluded.waiting, causes = excluded.causes, asked = excluded.asked,
           described = excluded.described, missed = excluded.missed, left_for_later = excluded.left_for_later,
           llm = excluded.llm, started_at = excluded.started_at, changed_at = excluded.changed_at
     where known.status = 'completed' or known.changed_at < ${staleBefore}
    returning 1
  `.execute(transaction);
  return rows.length > 0;
}

/** Stores the progress. Returns false and stores nothing if the analysis has ended or another one has started. */
export async function recordDeepAnalysis(
  db: Db,
  projectId: number,
  { status, waiting, described, missed, llm, startedAt, changedAt }: DeepAnalysisRow,
): Promise<boolean> {
  const { rows } = await sql`
    update deep_analysis
       set status = ${status}, waiting = ${JSON.stringify(waiting)}::jsonb, described = ${described}, missed = ${missed},
           llm = ${JSON.stringify(llm)}::jsonb, changed_at = ${changedAt}
     where project_id = ${projectId} and status = 'running' and started_at = ${startedAt}
    returning 1
  `.execute(db);
  return rows.length > 0;
}
