import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { aboutGroups, type TestOfCause } from "./cause-events.ts";
import type { RunForRules } from "./run-for-rules.ts";

/** Latest failures per error whose runs and owners are read. */
const maxFailures = 100;

/** A cause with the latest runs that failed with it. */
export interface CauseDetails {
  readonly groupId: number;
  readonly class: FailureClass | null;
  readonly message: string;
  readonly owners: readonly string[];
  /** Number of tests among its latest failures, and the one that failed last. */
  readonly tests: number;
  readonly test: TestOfCause | null;
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
      select s.group_id, f.test_id, f.run_id, f.result_id, f.failed_at
        from about a
        join failure_signature s on s.project_id = ${project} and s.group_id = a.group_id
       cross join lateral (
               select test_id, run_id, result_id, failed_at from failure
                where project_id = ${project} and signature_id = s.id and not gone and not flaky
                order by failed_at desc limit ${maxFailures}) f
    )
    select a.group_id as "groupId", a.class, a.message,
           (select count(distinct test_id) from failed f where f.group_id = a.group_id) as tests,
           (select json_build_object('runId', f.run_id, 'resultId', f.result_id, 'titlePath', t.title_path, 'variant', t.variant, 'file', t.file)
              from failed f join test t on t.project_id = ${project} and t.id = f.test_id
             where f.group_id = a.group_id order by f.failed_at desc, f.result_id limit 1) as test,
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
  readonly stateName: string | null;
  /** True if it was closed, but its failure was not fixed. */
  readonly withoutFix: boolean;
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
    select t.id, t.key, ${standingGroupOf(projectId, "t")} as "groupId", ${time} as at, t.taken_by as "takenBy",
           t.state_name as "stateName", t.without_fix as "withoutFix" from ticket t
     where t.project_id = ${projectId} and ${time} between ${since} and ${now} and ${condition} and t.group_id is not null and t.key is not null
     order by ${time}, t.id limit 1000
  `.execute(db);
  return rows;
}
