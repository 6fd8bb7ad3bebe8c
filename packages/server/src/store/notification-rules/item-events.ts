import { doneStatuses, type ItemPriority } from "@plumb/contract/items/item-labels.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { joinedReaders } from "#store/items/reminders.ts";

/** Maximum number of rows to read per kind. */
const max = 1000;
/** A due date can differ by a day between time zones, and is relevant from the day before to the day after. */
const dueDays = 3;

interface Period {
  readonly since: Date;
  readonly now: Date;
}

/** The fields of an analysis item that rules use. */
export interface ItemFields {
  readonly itemId: number;
  readonly title: string;
  readonly priority: ItemPriority;
  readonly dueDate: string | null;
  readonly assignee: string | null;
  /** Owner of its test. */
  readonly testOwner: string | null;
  /** Its cause. */
  readonly groupId: number | null;
}

/** Values of item `i`. */
const columnsOf = (projectId: number) => sql`
  i.id as "itemId", i.title, i.priority, i.due_date::text as "dueDate",
  (select t.owner from test t where t.project_id = ${opaqueProjectId(projectId)} and t.id = i.test_id) as "testOwner",
  case when i.group_id is not null then ${standingGroupOf(projectId, "i")} end as "groupId"`;

/** A change of an item. */
export interface ItemChange extends ItemFields {
  readonly id: number;
  readonly at: Date;
  readonly by: string | null;
}

/** Returns the assignments of items to users in a period, oldest first. Items that were created with an assignee are included. */
export async function assignments(db: Db, projectId: number, period: Period): Promise<ItemChange[]> {
  // The creation event lacks the assignee. The `from_text` of the next event contains it.
  return changesOf(db, projectId, period, {
    assignee: sql`case when e.kind = 'assignment' then e.to_text
                       else (select case when later.id is null then i.assigned_name else later.from_text end
                               from (select 1) one
                               left join lateral (
                                      select id, from_text from annotation_event f
                                       where f.project_id = ${opaqueProjectId(projectId)} and f.annotation_id = i.id and f.kind = 'assignment'
                                       order by id limit 1) later on true) end`,
    condition: sql`e.kind in ('created', 'assignment')`,
    needsAssignee: true,
  });
}

/** Returns the items about causes that were resolved or closed in a period, oldest first. */
export async function finishedItems(db: Db, projectId: number, period: Period): Promise<ItemChange[]> {
  const done = sql`${[...doneStatuses]}::text[]`;
  return changesOf(db, projectId, period, {
    assignee: sql`i.assigned_name`,
    condition: sql`e.kind = 'status' and e.to_text = any(${done}) and e.from_text <> all(${done}) and i.group_id is not null`,
    needsAssignee: false,
  });
}

async function changesOf(
  db: Db,
  projectId: number,
  { since, now }: Period,
  options: { assignee: RawBuilder<unknown>; condition: RawBuilder<unknown>; needsAssignee: boolean },
): Promise<ItemChange[]> {
  const { rows } = await sql<ItemChange>`
    select * from (
      select e.id, e.at, e.by_name as by, ${options.assignee} as assignee, ${columnsOf(projectId)}
        from annotation_event e join annotation i on i.project_id = ${opaqueProjectId(projectId)} and i.id = e.annotation_id
       where e.project_id = ${projectId} and e.at between ${since} and ${now} and ${options.condition}) found
     where ${options.needsAssignee ? sql`assignee is not null` : sql`true`}
     order by at desc, id desc limit ${max}
  `.execute(db);
  return rows.toReversed();
}

/** An item with the changes that determine when it is due. */
export interface DueItem extends ItemFields {
  readonly createdAt: Date;
  readonly timeZone: string;
  readonly changes: readonly {
    readonly kind: "due_date" | "status";
    readonly at: string;
    readonly from: string | null;
    readonly to: string | null;
  }[];
}

/** Returns the items that may have become due or overdue in a period. */
export async function dueItems(db: Db, projectId: number, { since, now }: Period): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    with touched as (
      select id from annotation
       where project_id = ${projectId} and due_date between ${since}::date - ${dueDays}::integer and ${now}::date + ${dueDays}::integer
      union
      select annotation_id from annotation_event
       where project_id = ${projectId} and at between ${since} and ${now} and kind in ('created', 'status', 'due_date')
    )
    select ${columnsOf(projectId)}, i.assigned_name as assignee, i.created_at as "createdAt", coalesce(a.timezone, c.timezone, 'UTC') as "timeZone",
           coalesce(
             (select json_agg(json_build_object('kind', e.kind, 'at', e.at, 'from', e.from_text, 'to', e.to_text) order by e.id)
                from annotation_event e
               where e.project_id = ${opaqueProjectId(projectId)} and e.annotation_id = i.id and e.kind in ('status', 'due_date')), '[]') as changes
      from touched
      join annotation i on i.project_id = ${projectId} and i.id = touched.id
      ${joinedReaders}
     where i.due_date is not null or exists (
             select from annotation_event e where e.project_id = ${opaqueProjectId(projectId)} and e.annotation_id = i.id and e.kind = 'due_date')
     order by i.id desc limit ${max}
  `.execute(db);
  return rows.toReversed();
}
