import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A model's explanation of a failure: the schema it had when it was stored. */
export interface KeptAnswer {
  readonly rootCause: string;
  readonly technicalAnalysis: string;
  readonly recommendations: readonly string[];
  /** The suggested class; absent or null if there is none. */
  readonly primaryClass?: FailureClass | null;
}

/** The same, with whose words these are. */
export interface ModelSaid extends KeptAnswer {
  readonly model: string;
}

interface Asked {
  readonly projectId: number;
  readonly model: string;
}

/** The signature of an error, as used in stored answers. */
const named = sql.raw("s.version || ':' || s.signature");

/** By signature, as far as the model was asked before: about this error, else about another one of the same cause. */
export async function keptAnswers(
  db: Db,
  { projectId, model }: Asked,
  signatures: readonly string[],
): Promise<Map<string, KeptAnswer>> {
  if (signatures.length === 0) return new Map();
  const { rows } = await sql<{ signature: string; answer: KeptAnswer }>`
    select w.signature, a.answer
      from unnest(${texts(signatures)}::text[]) as w (signature)
     cross join lateral (
             select answer, signature from llm_answer
              where project_id = ${projectId} and model = ${model} and signature in (
                    select w.signature
                     union all
                    select ${named}
                      from failure_signature mine
                      join failure_signature s on s.project_id = mine.project_id and s.group_id = mine.group_id
                     where mine.project_id = ${projectId} and mine.signature = split_part(w.signature, ':', 2))
              order by (signature = w.signature) desc, id desc
              limit 1) a
  `.execute(db);
  return new Map(rows.map(({ signature, answer }) => [signature, answer]));
}

/** Groups of which the model was asked about an error. */
export async function groupsWithAnswers(db: Db, { projectId, model }: Asked): Promise<Set<number>> {
  const { rows } = await sql<{ groupId: number }>`
    select distinct s.group_id as "groupId"
      from llm_answer a
      join failure_signature s on s.project_id = a.project_id and s.signature = split_part(a.signature, ':', 2)
     where a.project_id = ${projectId} and a.model = ${model} and a.signature = ${named}
  `.execute(db);
  return new Set(rows.map(({ groupId }) => groupId));
}

/** A model's explanation of a group: for the group itself if it was asked, otherwise for its most frequent error. */
export async function answerOfGroup(db: Db, { projectId, model }: Asked, groupId: number): Promise<ModelSaid | null> {
  const { rows } = await sql<{ model: string; answer: KeptAnswer }>`
    select a.model, a.answer
      from failure_signature s
      join llm_answer a on a.project_id = s.project_id and a.signature = ${named}
     where s.project_id = ${projectId} and s.group_id = ${groupId}
     order by (a.model = ${model}) desc, s.occurrences desc, s.id, a.id desc
     limit 1
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row.answer, model: row.model };
}

/** Stores an answer; an existing one stays. Nothing is stored for a deleted project. */
export async function keepAnswer(
  db: Db,
  { projectId, model }: Asked,
  given: {
    readonly signature: string;
    readonly answer: KeptAnswer;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into llm_answer (project_id, signature, model, answer, tokens_in, tokens_out, created_at)
    select id, ${given.signature}, ${model}, ${JSON.stringify(given.answer)}::jsonb, ${given.tokensIn}, ${given.tokensOut},
           ${given.now}
      from project where id = ${projectId} and status <> 'deleting'
    on conflict (project_id, signature, model) do nothing
  `.execute(db);
}

/** Old answers refer to old code, so the failure is sent again. */
export async function deleteOldAnswers(db: Db, before: Date): Promise<void> {
  await sql`delete from llm_answer where created_at < ${before}`.execute(db);
}
