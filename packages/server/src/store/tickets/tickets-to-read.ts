import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { returnedCauses } from "#store/failures/returned-causes.ts";

/** False for a ticket that is gone and has a successor. */
const isFollowed = sql.raw(`(t.state <> 'gone' or not exists (
  select from ticket later where later.project_id = t.project_id and later.id > t.id
     and (later.group_id = t.group_id or later.annotation_id = t.annotation_id)))`);

export interface TicketToRead {
  readonly id: number;
  readonly trackerId: string;
}

/**
 * Returns tickets of a binding that were not read since `before`, the longest unread first. Tickets that were closed longer ago than `closedSince`, and
 * those that were gone, are read once a day: a tracker also hides tickets for a while if its permissions change.
 */
export async function ticketsToRead(
  db: Db,
  { projectId, bindingId }: { projectId: number; bindingId: number },
  { before, closedSince, now, limit }: { before: Date; closedSince: Date; now: Date; limit: number },
): Promise<TicketToRead[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const { rows } = await sql<TicketToRead>`
    select t.id, t.tracker_id as "trackerId" from ticket t
     where project_id = ${projectId} and binding_id = ${bindingId} and tracker_id is not null and ${isFollowed}
       and (read_at is null or read_at < case when state = 'gone' or closed_at < ${closedSince} then ${dayAgo}::timestamptz else ${before}::timestamptz end)
     order by t.read_at nulls first limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the enabled bindings that have tickets to read. */
export async function bindingsWithTickets(db: Db, before: Date): Promise<{ projectId: number; id: number }[]> {
  const { rows } = await sql<{ projectId: number; id: number }>`
    select b.project_id as "projectId", b.id from binding b
     where b.offer = 'tracker' and b.enabled
       and exists (select from ticket t where t.project_id = b.project_id and t.binding_id = b.id and t.tracker_id is not null
                      and ${isFollowed} and (t.read_at is null or t.read_at < ${before}))
     order by b.project_id, b.id
  `.execute(db);
  return rows;
}

/** Makes tickets with these ids due, because the tracker reported a change. */
export async function markUnread(
  db: Db,
  { projectId, bindingId }: { projectId: number; bindingId: number },
  trackerIds: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update ticket set read_at = null
     where project_id = ${projectId} and binding_id = ${bindingId} and tracker_id = any(${[...trackerIds]}::text[])
    returning 1
  `.execute(db);
  return rows.length;
}

/** Returns the closed tickets whose failure returned in this run, and marks them. */
export async function returnedTickets(
  transaction: Db,
  { projectId, runId }: { projectId: number; runId: number },
): Promise<{ id: number; bindingId: number; trackerId: string }[]> {
  const ids = await returnedCauses(
    transaction,
    { projectId, runId },
    sql`select i.id, i.closed_at as done_at, ${sql.raw(standingGroupOf("i"))} as group_id
          from ticket i
         where i.project_id = ${projectId} and i.group_id is not null and i.state = 'closed' and i.binding_id is not null
           and i.returned_run_id is distinct from ${runId}`,
  );
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; bindingId: number; trackerId: string }>`
    update ticket set returned_run_id = ${runId}
     where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
    returning id, binding_id as "bindingId", tracker_id as "trackerId"
  `.execute(transaction);
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Runs of the same suites and environments that are looked at to count quiet runs. */
const lookedAt = 200;
/** Tests of a cause that are looked for in a run. */
const maxTests = 50;

/** Returns in how many runs since `since` tests of a cause ran without failing with it, up to `max`; 0 if it failed in the latest of them. */
export async function quietRuns(
  db: Db,
  { projectId, groupId }: { projectId: number; groupId: number },
  { since, max }: { since: Date; max: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with failed as (
      select f.test_id, f.run_id, f.failed_at from failure_signature s
        join failure f on f.project_id = s.project_id and f.signature_id = s.id
       where s.project_id = ${projectId} and s.group_id = ${groupId} and not f.gone and not f.flaky
       order by f.failed_at desc limit 1000
    ), tests as (select distinct test_id from failed limit ${maxTests}),
    places as (
      select distinct r.suite, r.environment from (select distinct run_id from failed) f
        join run r on r.project_id = ${projectId} and r.id = f.run_id
    ), later as (
      select r.id, r.started_at from run r join places p on p.suite = r.suite and p.environment = r.environment
       where r.project_id = ${projectId} and r.status in ('completed', 'failed') and r.removed_at is null
         and r.started_at > greatest(${since}::timestamptz, (select max(failed_at) from failed))
       order by r.started_at limit ${lookedAt}
    )
    select count(*) as count from (
      select from later l
       where exists (select from result x join tests t on t.test_id = x.test_id
                      where x.project_id = ${projectId} and x.run_id = l.id and x.superseded_by is null and x.status <> 'skipped')
       limit ${max}) quiet
  `.execute(db);
  return rows[0]?.count ?? 0;
}
