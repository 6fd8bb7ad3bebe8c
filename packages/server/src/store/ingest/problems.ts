import type { ProblemSeverity } from "@plumb/contract/result-event.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "#store/runs/status-rows.ts";

/** A problem of the whole run, recomputed whenever its sources change. */
export interface FoundProblem {
  readonly sourceId: number;
  readonly severity: "error" | "warning";
  readonly file: string | null;
  readonly reason: string;
}

/** Replaces the problems of the run, which are always recomputed. */
export async function writeProblems(
  transaction: Db,
  { projectId, runId }: RunKey,
  origin: "arrangement" | "dates" | "declared" | "empty",
  problems: readonly FoundProblem[],
): Promise<void> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from problem where project_id = ${projectId} and run_id = ${runId} and origin = ${origin} returning 1
    ), made as (
      insert into problem (project_id, run_id, upload_id, severity, file, line, reason, origin)
      select ${projectId}, ${runId}, upload_id, severity, file, null, reason, ${origin}
        from unnest(${numbers(problems.map(({ sourceId }) => sourceId))}::bigint[], ${texts(problems.map(({ file }) => file))}::text[],
                    ${texts(problems.map(({ reason }) => reason))}::text[], ${texts(problems.map(({ severity }) => severity))}::text[])
             as given (upload_id, file, reason, severity)
    )
    select count(*)::integer as gone from gone
  `.execute(transaction);
  const more = problems.length - (rows[0]?.gone ?? 0);
  if (more === 0) return;
  await sql`
    update run set problem_count = problem_count + ${more} where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
}

/** Returns the problems that were found in these sources while arranging results. */
export async function problemsFound(
  db: Db,
  projectId: number,
  sourceIds: readonly number[],
): Promise<{ severity: ProblemSeverity; file: string | null; line: number | null; reason: string }[]> {
  const { rows } = await sql<{ severity: ProblemSeverity; file: string | null; line: number | null; reason: string }>`
    select severity, file, line, reason from problem
     where project_id = ${projectId} and upload_id = any(${numbers(sourceIds)}::bigint[]) and origin is not null order by id
  `.execute(db);
  return rows;
}
