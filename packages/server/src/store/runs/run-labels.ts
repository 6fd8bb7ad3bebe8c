import { mergeLabels, type RunLabels } from "@plumb/contract/runs/run-labels.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

interface LabelledRun {
  readonly projectId: number;
  readonly runId: number;
  /** Sources that contained the labels. */
  readonly sourceIds?: readonly number[];
}

/**
 * Adds tags and facts to a run without removing any. Keeps the row locked until the transaction ends.
 *
 * @returns How many labels were omitted, because the run has the maximum number.
 */
export async function addLabels(
  transaction: Db,
  { projectId, runId, sourceIds = [] }: LabelledRun,
  labels: RunLabels,
): Promise<number> {
  if (labels.tags.length + labels.facts.length === 0) return 0;
  const { rows } = await sql<RunLabels>`
    select tags, facts from run where project_id = ${projectId} and id = ${runId} for no key update
  `.execute(transaction);
  const [run] = rows;
  if (run === undefined) return 0;
  const { tags, facts, left } = mergeLabels(run, labels);
  if (tags.length > run.tags.length || facts.length > run.facts.length)
    await sql`
      update run set tags = ${tags}::text[], facts = ${facts}::text[] where project_id = ${projectId} and id = ${runId}
    `.execute(transaction);
  if (labels.facts.length > 0 && sourceIds.length > 0)
    await sql`
      update upload u
         set facts = u.facts || array(select fact from unnest(${labels.facts}::text[]) as given (fact) where not fact = any(u.facts))
       where project_id = ${projectId} and id = any(${numbers(sourceIds)}::bigint[])
    `.execute(transaction);
  return left;
}

export async function labelsOfRun(db: Db, projectId: number, runId: number): Promise<RunLabels> {
  const { rows } = await sql<RunLabels>`
    select tags, facts from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0] ?? { tags: [], facts: [] };
}
