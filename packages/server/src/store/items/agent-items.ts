import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { mergedInto } from "#store/failures/groups/merged-groups.ts";
import type { StoredItem } from "./item-rows.ts";

/** A new item of an agent. */
type Requested = Pick<
  StoredItem,
  "groupId" | "message" | "proposedClass" | "resultId" | "runId" | "testId" | "title"
> & {
  readonly agentKeyId: number;
};

/**
 * Returns the open item that the agent created about the same cause or failure, or with the same title about the same run, or with the same text about
 * nothing; otherwise `null`. Until the transaction ends, the agent creates no other item.
 */
export async function openItemOfAgent(
  transaction: Db,
  projectId: number,
  { agentKeyId, groupId, resultId, testId, runId, title, message, proposedClass }: Requested,
): Promise<number | null> {
  await sql`select from api_key where project_id = ${projectId} and id = ${agentKeyId} for update`.execute(transaction);
  const sameSubject =
    groupId !== null
      ? sql`i.group_id in (${mergedInto(projectId, sql`select ${groupId}::bigint`)})`
      : sql`i.group_id is null and i.result_id is not distinct from ${resultId} and i.test_id is not distinct from ${testId}
            and i.run_id is not distinct from ${runId}`;
  const isSpecific = groupId !== null || resultId !== null;
  const sameText = runId === null ? sql`i.title = ${title} and i.message = ${message}` : sql`i.title = ${title}`;
  const { rows } = await sql<{ id: number }>`
    select i.id from annotation i
     where i.project_id = ${projectId} and i.agent_key_id = ${agentKeyId} and i.status = any(${[...openStatuses]}::text[])
       and i.proposed_class is not distinct from ${proposedClass}
       and ${sameSubject} and ${isSpecific ? sql`true` : sameText}
     order by i.id desc limit 1
  `.execute(transaction);
  return rows[0]?.id ?? null;
}

/** Returns true if the last comment of the agent on the item, or the comment of its last change of status, has this text. */
export async function repeatsComment(
  transaction: Db,
  projectId: number,
  { itemId, agentKeyId, body }: { readonly itemId: number; readonly agentKeyId: number; readonly body: string },
): Promise<boolean> {
  const { rows } = await sql<{ body: string | null }>`
    (select body from annotation_comment
      where project_id = ${projectId} and annotation_id = ${itemId} and agent_key_id = ${agentKeyId} order by id desc limit 1)
    union all
    (select comment from annotation_event
      where project_id = ${projectId} and annotation_id = ${itemId} and agent_key_id = ${agentKeyId} and kind = 'status' order by id desc limit 1)
  `.execute(transaction);
  return rows.some((row) => row.body === body);
}
