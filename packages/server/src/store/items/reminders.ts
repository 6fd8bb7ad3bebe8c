import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { isMember } from "./item-rows.ts";

/** An item that is due soon or overdue, with the user to remind. */
export interface DueItem {
  readonly projectId: number;
  readonly projectName: string;
  readonly id: number;
  readonly title: string;
  /** `2030-01-31`. */
  readonly dueDate: string;
  /** True if the first reminder was sent. */
  readonly toldSoon: boolean;
  /** The assignee, otherwise the author; `null` if neither may read the project. */
  readonly userId: number | null;
  readonly timeZone: string | null;
}

export interface Position {
  readonly dueDate: string;
  readonly id: number;
}

/** Joins the assignee of item `i` as `a` and its creator as `c`, if they may read its project. */
export const joinedReaders = sql.raw(`
  left join user_account a on a.id = i.assigned_to and ${isMember("a", "i.project_id")}
  left join user_account c on c.id = i.created_by and ${isMember("c", "i.project_id")}`);

/** Returns items due up to `until` with an unsent reminder, longest overdue first. */
export async function dueItems(
  db: Db,
  { until, after, limit }: { readonly until: string; readonly after: Position; readonly limit: number },
): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    select i.project_id as "projectId", p.name as "projectName", i.id, i.title, i.due_date::text as "dueDate",
           i.reminded_soon is not distinct from i.due_date as "toldSoon", coalesce(a.id, c.id) as "userId",
           coalesce(a.timezone, c.timezone) as "timeZone"
      from annotation i
      join project p on p.id = i.project_id and p.status <> 'deleting'
      ${joinedReaders}
     where i.due_date <= ${until}::date and (i.due_date, i.id) > (${after.dueDate}::date, ${after.id})
       and i.status = any(${[...openStatuses]}::text[]) and i.reminded_overdue is distinct from i.due_date
     order by i.due_date, i.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Marks a reminder as sent. Returns false if it was sent already or the item changed. */
export async function claimReminder(
  transaction: Db,
  { projectId, id, dueDate }: Pick<DueItem, "dueDate" | "id" | "projectId">,
  what: "overdue" | "soon",
): Promise<boolean> {
  const overdue = what === "overdue";
  const { rows } = await sql<{ id: number }>`
    update annotation
       set reminded_soon = due_date, reminded_overdue = case when ${overdue}::boolean then due_date else reminded_overdue end
     where project_id = ${projectId} and id = ${id} and due_date = ${dueDate}::date
       and status = any(${[...openStatuses]}::text[])
       and ${overdue ? sql`reminded_overdue` : sql`reminded_soon`} is distinct from due_date
    returning id
  `.execute(transaction);
  return rows.length > 0;
}
