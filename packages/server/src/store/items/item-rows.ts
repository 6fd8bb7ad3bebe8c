import type { Annotation, ItemPerson, ItemSubject } from "@plumb/contract/items/annotations.ts";
import type { ItemPriority, ItemStatus, ItemType } from "@plumb/contract/items/item-labels.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { avatarOf } from "#store/sql/avatars.ts";

/**
 * Returns SQL for a user as a JSON `ItemPerson`: the account `of`, or the stored name if the account was deleted.
 *
 * @param projectId SQL for the id of the project.
 */
export function personJson(of: string, retainedName: string, projectId: string): string {
  return `json_build_object(
    'id', ${of}.id, 'name', ${displayName(of, retainedName)}, 'avatarUrl', ${avatarOf(of)}, 'member', ${isMember(of, projectId)})`;
}

/** Returns SQL for the key of the agent that acted as a JSON `AgentKey`. The row `of` has its id; `projectId` is SQL. */
export function agentJson(of: string, projectId: string): string {
  return `(select json_build_object('id', k.id, 'name', k.name) from api_key k
     where k.project_id = ${projectId} and k.id = ${of}.agent_key_id)`;
}

/** Returns SQL for the display name of a user. */
export function displayName(of: string, retainedName: string): string {
  return `coalesce(nullif(trim(${of}.display_name), ''), nullif(trim(${of}.name), ''), ${of}.email, ${retainedName})`;
}

/** Returns SQL that is true if the account may read the project. */
export function isMember(of: string, projectId: string): string {
  return `coalesce(${of}.status = 'active' and (${of}.role = 'ADMIN' or exists (
    select from membership m where m.project_id = ${projectId} and m.user_id = ${of}.id)), false)`;
}

const columnsOf = (projectId: number) => sql`
  i.id, i.project_id as "projectId", i.title, i.message, i.type, i.priority, i.status, i.revision,
  i.assigned_to, case when i.assigned_to is not null then ${sql.raw(personJson("a", "i.assigned_name", String(projectId)))} end as assignee,
  i.created_by, ${sql.raw(personJson("c", "i.created_name", String(projectId)))} as creator, ${sql.raw(agentJson("i", String(projectId)))} as agent,
  c.display_name as creator_display_name, coalesce(c.name, i.created_name) as creator_name, c.email as creator_email,
  i.due_date::text, i.created_at, i.updated_at, i.tags, i.comments, i.attachments, i.proposed_class as "proposedClass",
  case when i.subject_kind is not null then json_build_object(
    'kind', i.subject_kind, 'runId', i.run_id, 'runNumber', i.subject_words -> 'runNumber', 'suite', i.subject_words -> 'suite',
    'runDeleted', i.run_id is not null and not exists (
      select from run r where r.project_id = ${opaqueProjectId(projectId)} and r.id = i.run_id and r.removed_at is null),
    'testCaseId', i.result_id, 'testId', i.test_id, 'test', i.subject_words -> 'test',
    'groupId', ${standingGroupOf(projectId, "i")}, 'error', i.subject_words -> 'error') end as subject`;

const people = sql.raw(`
  left join user_account a on a.id = i.assigned_to
  left join user_account c on c.id = i.created_by`);

interface Row extends Omit<Annotation, "created_at" | "updated_at"> {
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly assignee: ItemPerson | null;
  readonly creator: ItemPerson;
  readonly subject: ItemSubject | null;
}

/** Returns items for lists in the order of the ids, without missing ones. */
export async function itemsById(db: Db, projectId: number, ids: readonly number[]): Promise<Annotation[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${columnsOf(projectId)}
      from unnest(${numbers(ids)}::bigint[]) with ordinality as page (id, place)
      join annotation i on i.project_id = ${projectId} and i.id = page.id
      ${people}
     order by page.place
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** Ids and stored names of an item's subject; all ids are `null` if it has none. */
export interface StoredSubject {
  readonly kind: "run" | "result" | "test" | "group" | null;
  readonly runId: number | null;
  readonly resultId: number | null;
  readonly testId: number | null;
  readonly groupId: number | null;
  readonly words: SubjectLabels;
}

export interface SubjectLabels {
  readonly suite?: string;
  readonly runNumber?: number;
  readonly test?: string;
  readonly error?: string;
}

/** An item as read before a change. */
export interface StoredItem extends StoredSubject {
  readonly id: number;
  readonly title: string;
  readonly message: string;
  readonly type: ItemType;
  readonly priority: ItemPriority;
  readonly status: ItemStatus;
  readonly tags: readonly string[];
  /** `2030-01-31`. */
  readonly dueDate: string | null;
  readonly assignedTo: number | null;
  readonly assignedName: string | null;
  readonly createdBy: number | null;
  readonly createdName: string;
  /** Key of the agent that created the item. */
  readonly agentKeyId: number | null;
  readonly proposedClass: FailureClass | null;
  readonly revision: number;
}

/** Locks the item until the transaction ends. Returns `null` if the project has no such item. */
export async function lockItem(transaction: Db, projectId: number, id: number): Promise<StoredItem | null> {
  const { rows } = await sql<StoredItem>`
    select id, title, message, type, priority, status, tags, due_date::text as "dueDate", assigned_to as "assignedTo",
           assigned_name as "assignedName", created_by as "createdBy", created_name as "createdName", revision,
           agent_key_id as "agentKeyId", proposed_class as "proposedClass",
           subject_kind as kind, run_id as "runId", result_id as "resultId", test_id as "testId", group_id as "groupId",
           subject_words as words
      from annotation where project_id = ${projectId} and id = ${id} for update
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns the project of an item; `null` if the item does not exist. */
export async function projectOfAnnotation(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ projectId: number }>`
    select i.project_id as "projectId" from annotation i where i.id = ${id}
  `.execute(db);
  return rows[0]?.projectId ?? null;
}
