import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { mergedInto, standingGroupOf } from "#store/failures/groups/merged-groups.ts";

/** Subject of a ticket: a cause, or an analysis item. */
export type TicketSubject =
  | { readonly groupId: number; readonly annotationId: null }
  | { readonly groupId: null; readonly annotationId: number };

export interface TicketRow {
  readonly projectId: number;
  readonly id: number;
  /** It may have been deleted. */
  readonly bindingId: number | null;
  readonly connectorType: ConnectorId;
  /** Cause into which the ticket's cause was merged. */
  readonly groupId: number | null;
  readonly annotationId: number | null;
  readonly title: string;
  readonly trackerId: string | null;
  readonly key: string | null;
  readonly url: string | null;
  readonly state: "creating" | "open" | "closed" | "gone";
  readonly stateName: string | null;
  /** True if it was closed, but its failure was not fixed. */
  readonly withoutFix: boolean;
  readonly assignee: string | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
  readonly returnedRunId: number | null;
  /** First ticket row of the causes that share this ticket; `null` for the first one. */
  readonly createdWith: number | null;
  /** False if the binding was deleted. */
  readonly isConnected: boolean;
  /** Error of the delivery that creates it, or what was refused although it was created; and whether the delivery has failed. */
  readonly deliveryError: string | null;
  readonly deliveryFailed: boolean;
}

/** Key of the delivery that creates a ticket. */
export function creationKey(ticketId: number): string {
  return `ticket:${ticketId}:create`;
}

const columnsOf = (projectId: number) => sql`
  i.project_id as "projectId", i.id, i.binding_id as "bindingId", i.connector_type as "connectorType",
  ${standingGroupOf(projectId, "i")} as "groupId", i.annotation_id as "annotationId", i.title, i.tracker_id as "trackerId", i.key, i.url,
  i.state, i.state_name as "stateName", i.without_fix as "withoutFix", i.assignee, i.created_at as "createdAt", i.closed_at as "closedAt",
  i.returned_run_id as "returnedRunId", i.created_with as "createdWith", case when i.state = 'creating' or d.status = 'delivered' then d.error end as "deliveryError",
  exists (select from binding b where b.project_id = ${opaqueProjectId(projectId)} and b.id = i.binding_id) as "isConnected",
  coalesce(d.status = 'failed', false) as "deliveryFailed"`;
// A delivery that is retried individually has no key. The ticket then only depends on the outcome.
const tablesOf = (projectId: number) => sql`
  ticket i left join outbox_delivery d
    on d.project_id = ${opaqueProjectId(projectId)} and d.kind = 'tracker' and d.target_id = i.binding_id
   and d.key = 'ticket:' || coalesce(i.created_with, i.id) || ':create'`;

async function ticketsWhere(db: Db, projectId: number, condition: RawBuilder<unknown>): Promise<TicketRow[]> {
  const { rows } = await sql<TicketRow>`
    select ${columnsOf(projectId)} from ${tablesOf(projectId)} where i.project_id = ${projectId} and ${condition} order by i.id desc limit 500
  `.execute(db);
  return rows;
}

/** Returns the tickets of causes, including those of causes that were merged into them. Newest first. */
export async function ticketsOfCauses(db: Db, projectId: number, groupIds: readonly number[]): Promise<TicketRow[]> {
  if (groupIds.length === 0) return [];
  const input = sql`select unnest(${numbers(groupIds)}::bigint[])`;
  return ticketsWhere(db, projectId, sql`i.group_id = any(array(${mergedInto(projectId, input)}))`);
}

/** Returns up to 1,000 causes of the failures in a run. */
export async function causesOfRun(db: Db, projectId: number, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct s.group_id as id from failure f
      join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
     where f.project_id = ${projectId} and f.run_id = ${runId} and not f.gone and s.group_id is not null limit 1000
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the cause that an analysis item is about, after merges; empty if it is about none. */
export async function causesOfItem(db: Db, projectId: number, annotationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number | null }>`
    select ${standingGroupOf(projectId, "i")} as id from annotation i
     where i.project_id = ${projectId} and i.id = ${annotationId} and i.group_id is not null
  `.execute(db);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Newest first. */
export async function ticketsOfItem(db: Db, projectId: number, annotationId: number): Promise<TicketRow[]> {
  return ticketsWhere(db, projectId, sql`i.annotation_id = ${annotationId}`);
}

/** Returns the tickets of all causes that share the ticket which a delivery creates. */
export async function ticketsOfCreation(db: Db, projectId: number, ticketId: number): Promise<TicketRow[]> {
  return ticketsWhere(db, projectId, sql`(i.id = ${ticketId} or i.created_with = ${ticketId})`);
}

export async function ticketsById(db: Db, projectId: number, ids: readonly number[]): Promise<TicketRow[]> {
  return ticketsWhere(db, projectId, sql`i.id = any(${numbers(ids)}::bigint[])`);
}

/** Locks the subject of a ticket until the transaction ends, so that two requests cannot create two tickets. Returns false if it does not exist. */
export async function lockSubject(transaction: Db, projectId: number, subject: TicketSubject): Promise<boolean> {
  const { rows } =
    subject.groupId === null
      ? await sql`
          select 1 from annotation where project_id = ${projectId} and id = ${subject.annotationId} for no key update
        `.execute(transaction)
      : await sql`
          select 1 from failure_group where project_id = ${projectId} and id = ${subject.groupId} and merged_into is null
             for no key update
        `.execute(transaction);
  return rows.length > 0;
}

interface NewTicketRow {
  readonly bindingId: number;
  readonly connectorType: ConnectorId;
  readonly title: string;
  readonly createdBy: number;
  /** First ticket row of the causes that share the ticket; `null` for the first one. */
  readonly createdWith: number | null;
  readonly now: Date;
}

/** Stores a ticket that the tracker has not created yet. The caller has locked its subject. Returns its id. */
export async function insertTicket(
  transaction: Db,
  projectId: number,
  subject: TicketSubject,
  input: NewTicketRow,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into ticket (project_id, binding_id, connector_type, group_id, annotation_id, title, state, created_by, created_at, created_with)
    values (${projectId}, ${input.bindingId}, ${input.connectorType}, ${subject.groupId}::bigint, ${subject.annotationId}::bigint,
            ${input.title}, 'creating', ${input.createdBy}, ${input.now}, ${input.createdWith}::bigint)
    returning id
  `.execute(transaction);
  return (rows[0] as { id: number }).id;
}

/** A ticket as its tracker returned it. */
export interface TrackedTicket {
  readonly id: string;
  readonly key: string;
  readonly url: string;
  readonly title: string;
  readonly state: "open" | "closed";
  readonly stateName: string;
  readonly withoutFix?: boolean;
  readonly assignee: string | null;
}

/** Stores what the tracker returned about a ticket, for all causes that share it. Returns false if the link was removed. */
export async function storeTracked(
  transaction: Db,
  { projectId, id }: Pick<TicketRow, "id" | "projectId">,
  tracked: TrackedTicket,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update ticket
       set tracker_id = ${tracked.id}, key = ${tracked.key}, url = ${tracked.url}, title = ${tracked.title},
           state = ${tracked.state}, state_name = ${tracked.stateName},
           without_fix = ${tracked.state === "closed" && tracked.withoutFix === true}, assignee = ${tracked.assignee}, read_at = ${now},
           taken_by = coalesce(taken_by, ${tracked.assignee}),
           taken_at = coalesce(taken_at, case when ${tracked.assignee}::text is null then null else ${now}::timestamptz end),
           closed_at = case when ${tracked.state} = 'open' then null when state = 'closed' then closed_at else ${now}::timestamptz end,
           returned_run_id = case when ${tracked.state} = 'closed' and state <> 'closed' then null else returned_run_id end
     where project_id = ${projectId} and (id = ${id} or created_with = ${id})
    returning 1
  `.execute(transaction);
  return rows.length > 0;
}

/** Marks tickets that their tracker no longer has. */
export async function markRemoved(
  transaction: Db,
  projectId: number,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update ticket set state = 'gone', read_at = ${now} where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(transaction);
}

export async function deleteTicket(transaction: Db, projectId: number, id: number): Promise<void> {
  await sql`delete from ticket where project_id = ${projectId} and id = ${id}`.execute(transaction);
}
