import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { ItemPriority, ItemStatus, ItemType } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { StoredItem } from "./item-rows.ts";

export type NewItem = Omit<StoredItem, "id" | "revision">;

/** Returns the text to search, in lower case: title, description and tags, one per line. */
function searchText({ title, message, tags }: Pick<StoredItem, "title" | "message" | "tags">): string {
  return searchedText([title, message, ...tags].join("\n"));
}

/** @returns The id of the new item. */
export async function insertItem(transaction: Db, projectId: number, item: NewItem, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into annotation (
      project_id, title, message, type, priority, status, search_text, tags, due_date, assigned_to, assigned_name, created_by,
      created_name, subject_kind, run_id, result_id, test_id, group_id, subject_words, created_at, updated_at, status_at,
      agent_key_id, proposed_class)
    values (
      ${projectId}, ${item.title}, ${item.message}, ${item.type}, ${item.priority}, ${item.status}, ${searchText(item)},
      ${item.tags}::text[], ${item.dueDate}::date, ${item.assignedTo}, ${item.assignedName}, ${item.createdBy},
      ${item.createdName}, ${item.kind}, ${item.runId}, ${item.resultId}, ${item.testId}, ${item.groupId},
      ${JSON.stringify(item.words)}::jsonb, ${now}, ${now}, ${now},
      ${item.agentKeyId}, ${item.proposedClass})
    returning id
  `.execute(transaction);
  await moveCounts(transaction, projectId, [{ ...item, items: 1 }]);
  return rows[0]?.id ?? 0;
}

/** Updates a locked item and its counts, and increments its revision. */
export async function updateItem(
  transaction: Db,
  projectId: number,
  before: StoredItem,
  after: StoredItem,
  now: Date,
): Promise<void> {
  await writeItem(transaction, projectId, after, now);
  await moveCounts(transaction, projectId, countChanges(before, after));
}

/** Returns the counter changes, if any. */
export function countChanges(before: StoredItem, after: StoredItem): CountChange[] {
  const same = before.status === after.status && before.type === after.type && before.priority === after.priority;
  return same
    ? []
    : [
        { ...before, items: -1 },
        { ...after, items: 1 },
      ];
}

/** Updates a locked item without its counters. */
export async function writeItem(transaction: Db, projectId: number, after: StoredItem, now: Date): Promise<void> {
  await sql`
    update annotation
       set title = ${after.title}, message = ${after.message}, type = ${after.type}, priority = ${after.priority},
           status = ${after.status}, search_text = ${searchText(after)}, tags = ${after.tags}::text[],
           due_date = ${after.dueDate}::date, assigned_to = ${after.assignedTo}, assigned_name = ${after.assignedName},
           subject_kind = ${after.kind}, run_id = ${after.runId}, result_id = ${after.resultId}, test_id = ${after.testId},
           group_id = ${after.groupId}, subject_words = ${JSON.stringify(after.words)}::jsonb, updated_at = ${now},
           status_at = case when status = ${after.status} then status_at else ${now}::timestamptz end, revision = revision + 1
     where project_id = ${projectId} and id = ${after.id}
  `.execute(transaction);
}

export interface CountChange {
  readonly status: ItemStatus;
  readonly type: ItemType;
  readonly priority: ItemPriority;
  readonly items: number;
}

/** Updates the project's item counters in a fixed order, so that transactions cannot deadlock. */
export async function moveCounts(transaction: Db, projectId: number, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into annotation_count as c (project_id, status, type, priority, items)
    select ${projectId}, status, type, priority, sum(items)::integer
      from unnest(${texts(changes.map(({ status }) => status))}::text[], ${texts(changes.map(({ type }) => type))}::text[],
                  ${texts(changes.map(({ priority }) => priority))}::text[],
                  ${numbers(changes.map(({ items }) => items))}::integer[]) as given (status, type, priority, items)
     group by status, type, priority order by status, type, priority
    on conflict (project_id, status, type, priority) do update set items = c.items + excluded.items
  `.execute(transaction);
}
