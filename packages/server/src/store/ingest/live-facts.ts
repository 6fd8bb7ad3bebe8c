import type { ProblemSeverity } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { BatchTarget } from "./batch.ts";
import { recordProblems } from "./recording.ts";

export interface LiveProblem {
  readonly severity: ProblemSeverity;
  readonly file: string | null;
  readonly line: number | null;
  readonly reason: string;
}

/**
 * Adds problems of a live source, each once and up to a limit. The last entry states that there are more. A failed or interrupted run is recorded
 * even if its problem is not listed.
 */
export async function addLiveProblems(
  transaction: Db,
  target: BatchTarget,
  problems: readonly LiveProblem[],
  max: number,
): Promise<void> {
  if (problems.length === 0) return;
  const { projectId, runId, sourceId } = target;
  const has = (severity: ProblemSeverity) => problems.some((problem) => problem.severity === severity);
  if (has("error") || has("incomplete"))
    await sql`
      update upload set run_error = run_error or ${has("error")}, incomplete = incomplete or ${has("incomplete")}
       where project_id = ${projectId} and id = ${sourceId}
    `.execute(transaction);
  const keyOf = ({ severity, file, line, reason }: LiveProblem) => JSON.stringify([severity, file, line, reason]);
  const known = await problemsOfSource(transaction, projectId, runId, sourceId, max + 1);
  const keys = new Set(known.map(keyOf));
  const fresh = problems.filter((problem) => {
    const key = keyOf(problem);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
  const room = Math.max(0, max - known.length);
  const listed = fresh.slice(0, room);
  if (fresh.length > room && known.length <= max) {
    const reason = "There are more problems; they are not listed.";
    listed.push({ severity: "warning", file: null, line: null, reason });
  }
  await recordProblems(transaction, target, listed);
}

export async function problemsOfSource(
  db: Db,
  projectId: number,
  runId: number,
  sourceId: number,
  limit: number,
): Promise<LiveProblem[]> {
  const { rows } = await sql<LiveProblem>`
    select severity, file, line, reason from problem
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId}
     order by id limit ${limit}
  `.execute(db);
  return rows;
}

/** Appends output that a run printed outside its tests. Returns true if some of it exceeded the limit. */
export async function addRunOutput(
  transaction: Db,
  { projectId, runId, sourceId }: BatchTarget,
  output: Readonly<Record<"stdout" | "stderr", string>>,
  max: number,
): Promise<boolean> {
  let isCut = false;
  for (const stream of ["stdout", "stderr"] as const) {
    const text = output[stream];
    if (text === "") continue;
    const { rows } = await sql<{ before: number }>`
      with before as (
        select id, length(content) as length from run_output
         where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId} and stream = ${stream}
      ), longer as (
        update run_output o set content = left(o.content || ${text}, ${max})
          from before where o.project_id = ${projectId} and o.id = before.id and before.length < ${max}
      ) select coalesce(max(length), -1)::integer as before from before
    `.execute(transaction);
    const before = rows[0]?.before ?? -1;
    if (Math.max(0, before) + text.length > max) isCut = true;
    if (before >= 0) continue;
    await sql`
      insert into run_output (project_id, run_id, upload_id, stream, content)
      values (${projectId}, ${runId}, ${sourceId}, ${stream}, ${text})
    `.execute(transaction);
    await sql`
      update run set output_count = output_count + 1 where project_id = ${projectId} and id = ${runId}
    `.execute(transaction);
  }
  return isCut;
}

/** Adds information about the whole run without removing any. */
export async function describeLiveRun(
  transaction: Db,
  { projectId, runId }: BatchTarget,
  facts: { readonly shardTotal: number; readonly metadata: Record<string, string> },
): Promise<void> {
  await sql`
    update run
       set shard_total = greatest(shard_total, ${facts.shardTotal}), metadata = metadata || ${JSON.stringify(facts.metadata)}::jsonb
     where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
}
