import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** What a model said of a failure: the shape that it was bound to when it was kept. */
export interface KeptAnswer {
  readonly rootCause: string;
  readonly technicalAnalysis: string;
  readonly recommendations: readonly string[];
}

interface Asked {
  readonly projectId: number;
  readonly model: string;
}

/** By signature, as far as the model was asked before. */
export async function keptAnswers(
  db: Db,
  { projectId, model }: Asked,
  signatures: readonly string[],
): Promise<Map<string, KeptAnswer>> {
  const { rows } = await sql<{ signature: string; answer: KeptAnswer }>`
    select signature, answer from llm_answer
     where project_id = ${projectId} and model = ${model} and signature = any(${signatures}::text[])
  `.execute(db);
  return new Map(rows.map(({ signature, answer }) => [signature, answer]));
}

/** Keeps an answer; one that is there already stays. Nothing is kept for a project that is gone. */
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

/** An old answer speaks of old code: the failure is asked about anew. */
export async function deleteOldAnswers(db: Db, before: Date): Promise<void> {
  await sql`delete from llm_answer where created_at < ${before}`.execute(db);
}
