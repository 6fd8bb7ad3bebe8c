import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Rows of a kind that are read at most. */
const max = 1000;

/** A test that became flaky or broken. */
export interface StateChange {
  readonly id: number;
  readonly testId: number;
  readonly test: string;
  readonly owner: string | null;
  readonly state: "broken" | "flaky";
  readonly notedAt: Date;
}

/** Returns the changes that were noted since `since`, oldest first. */
export async function stateChanges(db: Db, projectId: number, since: Date): Promise<StateChange[]> {
  const { rows } = await sql<StateChange>`
    select c.id, c.test_id as "testId", array_to_string(t.title_path, ' › ') as test, t.owner, c.to_state as state, c.noted_at as "notedAt"
      from test_state_change c join test t on t.project_id = c.project_id and t.id = c.test_id
     where c.project_id = ${projectId} and c.at >= ${since}::timestamptz - interval '1 day' and c.noted_at >= ${since}
       and c.to_state in ('broken', 'flaky')
     order by c.noted_at desc, c.id desc limit ${max}
  `.execute(db);
  return rows.toReversed();
}

export interface RecentIncident {
  readonly id: number;
  readonly tests: number;
  readonly failures: number;
  readonly startedAt: Date;
  /** Its last failure. */
  readonly lastAt: Date;
}

/** Returns the incidents whose last failure is after a time, oldest first. */
export async function incidentsSince(db: Db, projectId: number, since: Date): Promise<RecentIncident[]> {
  const { rows } = await sql<RecentIncident>`
    select id, tests, failures, started_at as "startedAt", ended_at as "lastAt" from incident
     where project_id = ${projectId} and ended_at >= ${since}
     order by started_at desc, id desc limit ${max}
  `.execute(db);
  return rows.toReversed();
}

export interface EndingQuarantine {
  readonly id: number;
  readonly testId: number;
  readonly test: string;
  readonly owner: string | null;
  readonly reason: string;
  readonly endsAt: Date;
}

/** Returns the quarantines that end, or ended, between two times, those that end first first. */
export async function endingQuarantines(
  db: Db,
  projectId: number,
  { from, until }: { from: Date; until: Date },
): Promise<EndingQuarantine[]> {
  const { rows } = await sql<EndingQuarantine>`
    select q.id, q.test_id as "testId", array_to_string(t.title_path, ' › ') as test, coalesce(q.owner, t.owner) as owner, q.reason,
           q.ends_at as "endsAt"
      from quarantine q join test t on t.project_id = q.project_id and t.id = q.test_id
     where q.project_id = ${projectId} and q.ends_at between ${from} and ${until}
       and (q.released_at is null or q.released_at >= q.ends_at - interval '1 day')
     order by q.ends_at, q.id limit ${max}
  `.execute(db);
  return rows;
}
