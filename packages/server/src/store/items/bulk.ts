import type { ItemPriority, ItemStatus, ItemType } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { EventAuthor } from "./history.ts";
import { isSelected, type ItemSelection } from "./item-lists.ts";
import { moveCounts } from "./item-writes.ts";

/** Returns the ids of matching items, up to `limit`. */
export async function idsOfSelection(db: Db, selection: ItemSelection, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from annotation i where ${isSelected(selection)} order by i.id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface BulkChange {
  readonly status: ItemStatus;
  readonly comment: string | null;
  readonly by: EventAuthor;
  readonly now: Date;
}

interface TouchedItem {
  readonly id: number;
  readonly title: string;
  readonly from: ItemStatus;
  readonly type: ItemType;
  readonly priority: ItemPriority;
}

/**
 * Sets the status of these items and adds an entry to the history of each.
 *
 * @returns The existing items with their earlier values.
 */
export async function changeStatuses(
  transaction: Db,
  projectId: number,
  ids: readonly number[],
  { status, comment, by, now }: BulkChange,
): Promise<TouchedItem[]> {
  const { rows: found } = await sql<TouchedItem>`
    select id, title, status as "from", type, priority from annotation
     where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[]) order by id for update
  `.execute(transaction);
  const changed = found.filter(({ from }) => from !== status);
  if (changed.length === 0) return found;
  const input = numbers(changed.map(({ id }) => id));
  await sql`
    with noted as (
      insert into annotation_event (project_id, annotation_id, kind, by_user_id, by_name, at, from_text, to_text, comment)
      select i.project_id, i.id, 'status', ${by.userId}, ${by.name}, ${now}, i.status, ${status}, ${comment}
        from annotation i where i.project_id = ${projectId} and i.id = any(${input}::bigint[]) order by i.id
    )
    update annotation i
       set status = ${status}, status_at = ${now}, updated_at = ${now}, revision = revision + 1
     where i.project_id = ${projectId} and i.id = any(${input}::bigint[])
  `.execute(transaction);
  await moveCounts(
    transaction,
    projectId,
    changed.flatMap(({ from, type, priority }) => [
      { status: from, type, priority, items: -1 },
      { status, type, priority, items: 1 },
    ]),
  );
  return found;
}
