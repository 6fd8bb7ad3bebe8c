import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { aboutGroups } from "./cause-events.ts";
import type { RunForRules } from "./run-for-rules.ts";

/** Latest failures per error whose runs and owners are read. */
const maxFailures = 100;

/** A cause with the latest runs that failed with it. */
export interface CauseDetails {
  readonly groupId: number;
  readonly class: FailureClass | null;
  readonly message: string;
  readonly owners: readonly string[];
  readonly runs: readonly Pick<RunForRules, "branch" | "environment" | "suite" | "tags">[];
}

/** Returns causes by id, without those that do not exist. */
export async function causeDetails(
  db: Db,
  projectId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, CauseDetails>> {
  if (groupIds.length === 0) return new Map();
  const project = opaqueProjectId(projectId);
  const { rows } = await sql<CauseDetails>`
    with ${aboutGroups(projectId, sql`select distinct unnest(${numbers(groupIds)}::bigint[]) as group_id`)}, failed as materialized (
      select s.group_id, f.test_id, f.run_id
        from about a
        join failure_signature s on s.project_id = ${project} and s.group_id = a.group_id
       cross join lateral (
               select test_id, run_id from failure
                where project_id = ${project} and signature_id = s.id and not gone and not flaky
                order by failed_at desc limit ${maxFailures}) f
    )
    select a.group_id as "groupId", a.class, a.message,
           array(select distinct t.owner from failed f join test t on t.project_id = ${project} and t.id = f.test_id
                  where f.group_id = a.group_id and t.owner is not null order by 1 limit 50) as owners,
           coalesce((select json_agg(distinct jsonb_build_object(
                       'suite', r.suite, 'environment', r.environment, 'branch', r.branch, 'tags', r.tags))
                       from failed f join run r on r.project_id = ${project} and r.id = f.run_id
                      where f.group_id = a.group_id), '[]') as runs
      from about a
  `.execute(db);
  return new Map(rows.map((cause) => [cause.groupId, cause]));
}

/** A change in the tracker to a cause's ticket. */
export interface TicketChange {
  readonly id: number;
  readonly key: string;
  readonly groupId: number;
  readonly at: Date;
  /** First assignee; `null` if it has none. */
  readonly takenBy: string | null;
}

interface Period {
  readonly since: Date;
  readonly now: Date;
}

/** Returns the tickets that had an assignee for the first time in a period, oldest first. */
export async function takenTickets(db: Db, projectId: number, period: Period): Promise<TicketChange[]> {
  return ticketsChanged(db, projectId, period, { time: sql`t.taken_at`, condition: sql`t.taken_by is not null` });
}

/** Returns the tickets that were closed in a period and not reopened since, oldest first. */
export async function closedTickets(db: Db, projectId: number, period: Period): Promise<TicketChange[]> {
  return ticketsChanged(db, projectId, period, { time: sql`t.closed_at`, condition: sql`t.state = 'closed'` });
}

async function ticketsChanged(
  db: Db,
  projectId: number,
  { since, now }: Period,
  { time, condition }: { time: RawBuilder<unknown>; condition: RawBuilder<unknown> },
): Promise<TicketChange[]> {
  const { rows } = await sql<TicketChange>`
    select t.id, t.key, ${sql.raw(standingGroupOf("t"))} as "groupId", ${time} as at, t.taken_by as "takenBy" from ticket t
     where t.project_id = ${projectId} and ${time} between ${since} and ${now} and ${condition} and t.group_id is not null and t.key is not null
     order by ${time}, t.id limit 1000
  `.execute(db);
  return rows;
}
