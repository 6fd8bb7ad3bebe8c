import { type JobCounts, type JobState, maxCountedJobs } from "@plumb/contract/administration/jobs.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";

export interface StoredJob {
  readonly id: number;
  readonly kind: string;
  readonly projectId: number | null;
  readonly projectName: string | null;
  readonly target: string | null;
  readonly attempts: number;
  readonly requestId: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly error: string | null;
}

/** Condition of each state in the list. Each is a range of the index `job_state`. */
const inState: Readonly<Record<JobState, RawBuilder<unknown>>> = {
  running: sql`state = 'running'`,
  queued: sql`state = 'queued' and not scheduled`,
  scheduled: sql`state = 'queued' and scheduled`,
  failed: sql`state = 'failed'`,
};

/** Returns the jobs in a state after the job `beyond`: failed jobs newest first, other jobs oldest first. */
export async function jobsIn(
  db: Db,
  state: JobState,
  { beyond, limit }: { beyond: number | undefined; limit: number },
): Promise<StoredJob[]> {
  const newestFirst = state === "failed";
  const further = beyond === undefined ? sql`true` : newestFirst ? sql`id < ${beyond}` : sql`id > ${beyond}`;
  const { rows } = await sql<StoredJob>`
    select j.id, j.kind, j.project_id as "projectId", p.name as "projectName", case when j.scheduled then null else j.target end as target, j.attempts, j.request_id as "requestId",
           j.created_at as "createdAt", j.due_at as "dueAt", j.started_at as "startedAt", j.ended_at as "endedAt", j.error
      from (select * from job where ${inState[state]} and ${further}
             order by id ${newestFirst ? sql`desc` : sql`asc`} limit ${limit}) j
      left join project p on p.id = j.project_id
     order by j.id ${newestFirst ? sql`desc` : sql`asc`}
  `.execute(db);
  return rows;
}

function count(state: JobState): RawBuilder<unknown> {
  return sql`(select count(*) from (select from job where ${inState[state]} limit ${maxCountedJobs}) counted)`;
}

/** Counts the jobs in each state, up to `maxCountedJobs` of the contract. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select ${count("running")} as running, ${count("queued")} as queued, ${count("scheduled")} as scheduled,
           ${count("failed")} as failed
  `.execute(db);
  return rows[0] ?? { running: 0, queued: 0, scheduled: 0, failed: 0 };
}

/** Locks the job until the transaction ends. Returns `null` if it does not exist or is done. */
export async function lockJob(
  transaction: Db,
  id: number,
): Promise<{ kind: string; projectId: number | null; state: "queued" | "running" | "failed" } | null> {
  const { rows } = await sql<{ kind: string; projectId: number | null; state: "queued" | "running" | "failed" }>`
    select kind, project_id as "projectId", state from job where id = ${id} for update
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Makes a failed or waiting job due now. If a job with the same key is already waiting, that job is made due instead. */
export async function retryNow(transaction: Db, id: number, now: Date): Promise<void> {
  const { rows } = await sql`
    update job other set due_at = least(other.due_at, ${now})
      from job me
     where me.id = ${id} and me.state = 'failed' and other.kind = me.kind and other.key = me.key and other.state = 'queued'
    returning other.id
  `.execute(transaction);
  if (rows.length > 0) await sql`delete from job where id = ${id}`.execute(transaction);
  else
    await sql`
      update job set state = 'queued', attempts = 0, due_at = ${now} where id = ${id} and state in ('queued', 'failed')
    `.execute(transaction);
}
