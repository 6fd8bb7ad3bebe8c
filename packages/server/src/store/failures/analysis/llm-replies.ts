import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A model's explanation of a failure, in the schema of the time when it was stored. */
export interface StoredReply {
  readonly rootCause: string;
  readonly technicalAnalysis: string;
  readonly recommendations: readonly string[];
  /** Suggested class; absent or `null` if there is none. */
  readonly primaryClass?: FailureClass | null;
}

/** An explanation with the name of the model that wrote it. */
export interface ModelExplanation extends StoredReply {
  readonly model: string;
}

interface ReplyQuery {
  readonly projectId: number;
  readonly model: string;
}

/** The signature of an error, as used in stored answers. */
const named = sql.raw("s.version || ':' || s.signature");

/** Returns stored explanations by signature: of this error, or else of another error with the same cause. */
export async function storedResponses(
  db: Db,
  { projectId, model }: ReplyQuery,
  signatures: readonly string[],
): Promise<Map<string, StoredReply>> {
  if (signatures.length === 0) return new Map();
  const { rows } = await sql<{ signature: string; answer: StoredReply }>`
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

/** Returns the groups that contain an error with an explanation by the model. */
export async function groupsWithResponses(db: Db, { projectId, model }: ReplyQuery): Promise<Set<number>> {
  const { rows } = await sql<{ groupId: number }>`
    select distinct s.group_id as "groupId"
      from llm_answer a
      join failure_signature s on s.project_id = a.project_id and s.signature = split_part(a.signature, ':', 2)
     where a.project_id = ${projectId} and a.model = ${model} and a.signature = ${named}
  `.execute(db);
  return new Set(rows.map(({ groupId }) => groupId));
}

/** Returns an explanation of a group. Prefers one by this model, then one for the most frequent error. */
export async function replyOfGroup(
  db: Db,
  { projectId, model }: ReplyQuery,
  groupId: number,
): Promise<ModelExplanation | null> {
  const { rows } = await sql<{ model: string; answer: StoredReply }>`
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

/** Stores an answer unless there is one already. Stores nothing for a deleted project. */
export async function storeReply(
  db: Db,
  { projectId, model }: ReplyQuery,
  options: {
    readonly signature: string;
    readonly answer: StoredReply;
    readonly tokensIn: number;
    readonly tokensOut: number;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into llm_answer (project_id, signature, model, answer, tokens_in, tokens_out, created_at)
    select id, ${options.signature}, ${model}, ${JSON.stringify(options.answer)}::jsonb, ${options.tokensIn}, ${options.tokensOut},
           ${options.now}
      from project where id = ${projectId} and status <> 'deleting'
    on conflict (project_id, signature, model) do nothing
  `.execute(db);
}

/** Deletes answers that may refer to old code, so that the model is asked again. */
export async function deleteOldResponses(db: Db, before: Date): Promise<void> {
  await sql`delete from llm_answer where created_at < ${before}`.execute(db);
}
