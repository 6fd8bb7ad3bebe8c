import type { ItemAttachment } from "@plumb/contract/items/annotation-parts.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { ServedArtifact } from "#store/results/artifacts.ts";
import { recordReleased } from "#store/runs/run-removal.ts";
import type { EventAuthor } from "./history.ts";
import { personJson } from "./item-rows.ts";

export interface StoredAttachment extends Pick<ItemAttachment, "id" | "name" | "contentType" | "size" | "by"> {
  readonly at: Date;
}

/** Oldest first. */
export async function attachmentsOf(db: Db, projectId: number, itemId: number): Promise<StoredAttachment[]> {
  const { rows } = await sql<StoredAttachment>`
    select e.id, e.name, e.content_type as "contentType", e.size, e.created_at as at,
           ${sql.raw(personJson("u", "e.by_name", "e.project_id"))} as by
      from annotation_attachment e left join user_account u on u.id = e.by_user_id
     where e.project_id = ${projectId} and e.annotation_id = ${itemId} order by e.id
  `.execute(db);
  return rows;
}

export interface NewAttachment {
  readonly by: EventAuthor;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly blobHash: string;
  readonly now: Date;
}

/** @returns The id of the attachment. */
export async function insertAttachment(
  transaction: Db,
  projectId: number,
  itemId: number,
  { by, name, contentType, size, blobHash, now }: NewAttachment,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with counted as (
      update annotation set attachments = attachments + 1 where project_id = ${projectId} and id = ${itemId}
    )
    insert into annotation_attachment (
      project_id, annotation_id, name, content_type, size, blob_hash, by_user_id, by_name, created_at)
    values (${projectId}, ${itemId}, ${name}, ${contentType}, ${size}, ${blobHash}, ${by.userId}, ${by.name}, ${now})
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? 0;
}

/** The blob is deleted later if it is no longer referenced. */
export async function deleteAttachment(transaction: Db, projectId: number, id: number): Promise<void> {
  await sql`
    with gone as (
      delete from annotation_attachment where project_id = ${projectId} and id = ${id} returning annotation_id, blob_hash
    ), counted as (
      update annotation set attachments = attachments - 1
       where project_id = ${projectId} and id in (select annotation_id from gone)
    ), ${recordReleased(projectId)}
    select 1
  `.execute(transaction);
}

export async function attachmentToServe(db: Db, projectId: number, id: number): Promise<ServedArtifact | null> {
  const { rows } = await sql<ServedArtifact>`
    select blob_hash as "blobHash", name, null as path, content_type as "contentType", size
      from annotation_attachment where project_id = ${projectId} and id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}
