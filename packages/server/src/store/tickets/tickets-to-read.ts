import { dayMs } from "@plumb/contract/durations.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { silencedFailures } from "#store/tests/quarantine.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { returnedCauses } from "#store/failures/returned-causes.ts";

/** False for a deleted ticket with a successor. */
const isFollowed = sql.raw(`(t.state <> 'gone' or not exists (
  select from ticket later where later.project_id = t.project_id and later.id > t.id
     and (later.group_id = t.group_id or later.annotation_id = t.annotation_id)))`);

export interface TicketToRead {
  readonly id: number;
  readonly trackerId: string;
}

/**
 * Returns tickets of a binding that were not read since `before`, the longest unread first. Tickets that were closed longer ago than `closedSince`, and deleted ones, are read once a day: a tracker also hides tickets for a while if its permissions change.
 */
export async function ticketsToRead(
  db: Db,
  { projectId, bindingId }: { projectId: number; bindingId: number },
  { before, closedSince, now, limit }: { before: Date; closedSince: Date; now: Date; limit: number },
): Promise<TicketToRead[]> {
  const dayAgo = new Date(now.getTime() - dayMs);
  const { rows } = await sql<TicketToRead>`
    select t.id, t.tracker_id as "trackerId" from ticket t
     where project_id = ${projectId} and binding_id = ${bindingId} and tracker_id is not null and ${isFollowed}
       and (read_at is null or read_at < case when state = 'gone' or closed_at < ${closedSince} then ${dayAgo}::timestamptz else ${before}::timestamptz end)
     order by t.read_at nulls first limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the enabled bindings whose tickets are due, or only the given one, those that are due longest first. */
export async function bindingsToRead(
  db: Db,
  now: Date,
  only?: { projectId: number; bindingId: number },
): Promise<{ projectId: number; id: number }[]> {
  const isRequested =
    only === undefined ? sql`true` : sql`b.project_id = ${only.projectId} and b.id = ${only.bindingId}`;
  const { rows } = await sql<{ projectId: number; id: number }>`
    select b.project_id as "projectId", b.id from binding b
     where ${isRequested} and b.offer = 'tracker' and b.enabled and (b.read_after is null or b.read_after <= ${now})
       and exists (select from ticket t where t.project_id = b.project_id and t.binding_id = b.id and t.tracker_id is not null)
     order by b.read_after nulls first, b.project_id, b.id limit 1000
  `.execute(db);
  return rows;
}

/**
 * Counts a reading of a binding's tickets as failed before it begins, because a response may crash the process. Returns the number of consecutive
 * failures, including this one.
 */
export async function countFailedRead(db: Db, projectId: number, id: number): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    update binding set read_failures = read_failures + 1 where project_id = ${projectId} and id = ${id}
    returning read_failures as failures
  `.execute(db);
  return rows[0]?.failures ?? 1;
}

/** Schedules the next reading of a binding's tickets. After a success, it is due immediately if a webhook reported changes in the meantime. */
export async function readAgainAfter(
  db: Db,
  { projectId, bindingId, at, failed }: { projectId: number; bindingId: number; at: Date; failed: boolean },
): Promise<void> {
  await sql`
    update binding
       set read_after = case when not ${failed} and exists (
             select from ticket where project_id = ${projectId} and binding_id = ${bindingId} and tracker_id is not null and read_at is null
           ) then null else ${at}::timestamptz end,
           read_failures = case when ${failed} then read_failures else 0 end
     where project_id = ${projectId} and id = ${bindingId}
  `.execute(db);
}

/** Stores the result of a reading. `problem` is why the tracker cannot be read; `null` if it was. */
export async function recordReading(
  db: Db,
  { projectId, bindingId, problem, now }: { projectId: number; bindingId: number; problem: string | null; now: Date },
): Promise<void> {
  await sql`
    update binding
       set read_failing_since = case when ${problem}::text is null then null else coalesce(read_failing_since, ${now}) end,
           read_working_since = case when ${problem}::text is null and (read_problem is not null or read_working_since is null) then ${now} else read_working_since end,
           read_problem = ${problem}::text
     where project_id = ${projectId} and id = ${bindingId}
  `.execute(db);
}

/** Makes tickets with these ids due, because the tracker reported a change. Returns whether there are any. */
export async function markUnread(
  transaction: Db,
  { projectId, bindingId }: { projectId: number; bindingId: number },
  trackerIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    update ticket set read_at = null
     where project_id = ${projectId} and binding_id = ${bindingId} and tracker_id = any(${[...trackerIds]}::text[])
    returning 1
  `.execute(transaction);
  if (rows.length === 0) return false;
  // After failed attempts, the tracker is not contacted until the next scheduled reading.
  await sql`
    update binding set read_after = null where project_id = ${projectId} and id = ${bindingId} and read_failures = 0
  `.execute(transaction);
  return true;
}

export interface ReturnedTicket {
  readonly id: number;
  readonly bindingId: number;
  readonly trackerId: string;
  /** Causes that returned. Several can share a ticket. */
  readonly groupIds: readonly number[];
}

/**
 * Returns the closed tickets whose failure returned in this run, and marks them. If merged causes have several tickets, only the newest returns, and none
 * while another one is open. A ticket that is linked to several causes returns once. Failures of tests in quarantine or muted tests do not count.
 */
export async function returnedTickets(
  transaction: Db,
  { projectId, runId }: { projectId: number; runId: number },
): Promise<ReturnedTicket[]> {
  const ids = await returnedCauses(
    transaction,
    { projectId, runId },
    sql`select p.id, p.closed_at as done_at, p.standing as group_id
          from (select distinct on (c.standing) c.*
                  from (select i.*, ${standingGroupOf(projectId, "i")} as standing from ticket i
                         where i.project_id = ${projectId} and i.group_id is not null and i.state <> 'gone') c
                 order by c.standing, c.state = 'closed', c.id desc) p
         where p.state = 'closed' and p.binding_id is not null and p.returned_run_id is distinct from ${runId}`,
  );
  if (ids.length === 0) return [];
  const silenced = await silencedFailures(transaction, projectId, runId);
  const { rows } = await sql<Omit<ReturnedTicket, "groupIds"> & { groupId: number }>`
    update ticket i set returned_run_id = ${runId}
     where i.project_id = ${projectId} and i.id = any(${numbers(ids)}::bigint[])
       and exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                    where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = ${standingGroupOf(projectId, "i")}
                      and f.run_id = ${runId} and not f.gone and not f.flaky
                      and f.test_id <> all(${numbers(silenced.tests)}::bigint[]))
    returning i.id, i.binding_id as "bindingId", i.tracker_id as "trackerId", ${standingGroupOf(projectId, "i")} as "groupId"
  `.execute(transaction);
  const byTicket = Map.groupBy(
    rows.toSorted((a, b) => a.id - b.id),
    ({ bindingId, trackerId }) => `${bindingId} ${trackerId}`,
  );
  return [...byTicket.values()].flatMap((causes) => {
    const [first] = causes;
    return first === undefined ? [] : [{ ...first, groupIds: causes.map(({ groupId }) => groupId) }];
  });
}

/** Maximum number of runs of the same suites and environments to search when counting quiet runs. */
const lookedAt = 200;
/** Maximum number of a cause's tests to look for in a run. */
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
        join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = f.run_id
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
