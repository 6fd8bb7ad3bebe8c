import type { ItemComment, ItemEvent, ItemEventKind, ItemLink } from "@plumb/contract/items/annotation-parts.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { agentJson, personJson } from "./item-rows.ts";

/** The author of an action. The name is stored by value, so that it remains when the account is deleted. */
export interface EventAuthor {
  readonly userId: number;
  readonly name: string;
  /** Key of the agent that acts for the user. */
  readonly agentKeyId: number | null;
}

export interface NewEvent {
  readonly kind: ItemEventKind;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly comment?: string | null;
  readonly runId?: number | null;
  /** Event of an agent that this event undoes. */
  readonly undoes?: number;
}

/**
 * Adds events to the history of an item, in order.
 *
 * @param by `null` for the system.
 */
export async function recordEvents(
  transaction: Db,
  projectId: number,
  itemId: number,
  { by, now, events }: { readonly by: EventAuthor | null; readonly now: Date; readonly events: readonly NewEvent[] },
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into annotation_event (project_id, annotation_id, kind, by_user_id, by_name, at, from_text, to_text, comment, run_id, undoes,
                                  agent_key_id)
    select ${projectId}, ${itemId}, kind, ${by?.userId ?? null}::bigint, ${by?.name ?? null}::text, ${now}::timestamptz,
           from_text, to_text, comment, run_id, undoes, ${by?.agentKeyId ?? null}::bigint
      from unnest(${texts(events.map(({ kind }) => kind))}::text[], ${texts(events.map(({ from }) => from ?? null))}::text[],
                  ${texts(events.map(({ to }) => to ?? null))}::text[],
                  ${texts(events.map(({ comment }) => comment ?? null))}::text[],
                  ${numbers(events.map(({ runId }) => runId ?? null))}::bigint[],
                  ${numbers(events.map(({ undoes }) => undoes ?? null))}::bigint[])
        with ordinality as given (kind, from_text, to_text, comment, run_id, undoes, place)
     order by place
  `.execute(transaction);
}

const maxVisible = 500;

const whoOf = (projectId: number) => sql.raw(`${personJson("u", "e.by_name", String(projectId))} as by`);
const agentOf = (projectId: number) => sql.raw(`${agentJson("e", String(projectId))} as agent`);

/** True for an event `e` of an agent that nothing has replaced: the creation of the open item `i`, or its last change of status. */
const isUndoable = (projectId: number) => sql<boolean>`e.agent_key_id is not null and case e.kind
  when 'created' then i.status = any(${[...openStatuses]}::text[])
  when 'status' then not exists (
    select from annotation_event later
     where later.project_id = ${opaqueProjectId(projectId)} and later.annotation_id = e.annotation_id and later.id > e.id and later.kind = 'status')
  else false end`;

/** Returns the newest entries, oldest first. */
export async function historyOf(db: Db, projectId: number, itemId: number): Promise<ItemEvent[]> {
  const { rows } = await sql<Omit<ItemEvent, "at"> & { at: Date; nobody: boolean }>`
    select e.id, e.kind, ${whoOf(projectId)}, ${agentOf(projectId)}, e.by_name is null as nobody, e.at, e.from_text as "from", e.to_text as "to",
           e.comment, e.run_id as "runId", e.undoes, ${isUndoable(projectId)} as undoable
      from (select * from annotation_event
             where project_id = ${projectId} and annotation_id = ${itemId} order by id desc limit ${maxVisible}) e
      join annotation i on i.project_id = ${opaqueProjectId(projectId)} and i.id = e.annotation_id
      left join user_account u on u.id = e.by_user_id
     order by e.id
  `.execute(db);
  return rows.map(({ nobody, by, at, ...event }) => ({ ...event, by: nobody ? null : by, at: at.toISOString() }));
}

/** Returns an event of an item if it can be undone. Otherwise, returns `null`. */
export async function undoableEvent(
  transaction: Db,
  projectId: number,
  { itemId, id }: { readonly itemId: number; readonly id: number },
): Promise<{ kind: ItemEventKind; from: string | null } | null> {
  const { rows } = await sql<{ kind: ItemEventKind; from: string | null }>`
    select e.kind, e.from_text as "from"
      from annotation_event e join annotation i on i.project_id = e.project_id and i.id = e.annotation_id
     where e.project_id = ${projectId} and e.annotation_id = ${itemId} and e.id = ${id} and ${isUndoable(projectId)}
  `.execute(transaction);
  return rows[0] ?? null;
}

type CommentRow = Omit<ItemComment, "at" | "editedAt"> & { at: Date; editedAt: Date | null };

const commentColumns = (projectId: number) =>
  sql`e.id, ${whoOf(projectId)}, ${agentOf(projectId)}, e.body, e.created_at as at, e.edited_at as "editedAt"`;

function presentComment(row: CommentRow): ItemComment {
  return { ...row, at: row.at.toISOString(), editedAt: row.editedAt?.toISOString() ?? null };
}

/** Returns the newest entries, oldest first. */
export async function commentsOf(db: Db, projectId: number, itemId: number): Promise<ItemComment[]> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(projectId)}
      from (select * from annotation_comment
             where project_id = ${projectId} and annotation_id = ${itemId} order by id desc limit ${maxVisible}) e
      left join user_account u on u.id = e.by_user_id
     order by e.id
  `.execute(db);
  return rows.map(presentComment);
}

/** Returns `null` if the item has no such comment. */
export async function commentById(
  db: Db,
  projectId: number,
  { itemId, id }: { readonly itemId: number; readonly id: number },
): Promise<ItemComment | null> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns(projectId)}
      from annotation_comment e left join user_account u on u.id = e.by_user_id
     where e.project_id = ${projectId} and e.annotation_id = ${itemId} and e.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : presentComment(rows[0]);
}

/** @returns The new id. */
export async function insertComment(
  transaction: Db,
  projectId: number,
  itemId: number,
  { by, body, now }: { readonly by: EventAuthor; readonly body: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with counted as (
      update annotation set comments = comments + 1 where project_id = ${projectId} and id = ${itemId}
    )
    insert into annotation_comment (project_id, annotation_id, by_user_id, by_name, body, created_at, agent_key_id)
    values (${projectId}, ${itemId}, ${by.userId}, ${by.name}, ${body}, ${now}, ${by.agentKeyId})
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? 0;
}

export async function updateComment(
  transaction: Db,
  projectId: number,
  id: number,
  { body, now }: { readonly body: string; readonly now: Date },
): Promise<void> {
  await sql`
    update annotation_comment set body = ${body}, edited_at = ${now} where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
}

export async function deleteComment(transaction: Db, projectId: number, id: number): Promise<void> {
  await sql`
    with gone as (
      delete from annotation_comment where project_id = ${projectId} and id = ${id} returning annotation_id
    )
    update annotation set comments = comments - 1
     where project_id = ${projectId} and id in (select annotation_id from gone)
  `.execute(transaction);
}

const linkColumns = (projectId: number) => sql`e.id, e.url, e.title, ${whoOf(projectId)}, e.created_at as at`;

/** Oldest first. */
export async function linksOf(db: Db, projectId: number, itemId: number): Promise<ItemLink[]> {
  const { rows } = await sql<Omit<ItemLink, "at"> & { at: Date }>`
    select ${linkColumns(projectId)}
      from annotation_link e left join user_account u on u.id = e.by_user_id
     where e.project_id = ${projectId} and e.annotation_id = ${itemId} order by e.id
  `.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** @returns The new id. */
export async function insertLink(
  transaction: Db,
  projectId: number,
  itemId: number,
  link: { readonly by: EventAuthor; readonly url: string; readonly title: string; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into annotation_link (project_id, annotation_id, url, title, by_user_id, by_name, created_at)
    values (${projectId}, ${itemId}, ${link.url}, ${link.title}, ${link.by.userId}, ${link.by.name}, ${link.now})
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? 0;
}

/** Returns the title of the deleted link; `null` if the item has no such link. */
export async function deleteLink(
  transaction: Db,
  projectId: number,
  { itemId, id }: { readonly itemId: number; readonly id: number },
): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    delete from annotation_link where project_id = ${projectId} and annotation_id = ${itemId} and id = ${id} returning title
  `.execute(transaction);
  return rows[0]?.title ?? null;
}
