import { sql } from "kysely";
import { type Db, isUniqueViolation } from "#store/db.ts";
import { unflushed } from "#store/unflushed.ts";
import type { Writer } from "#store/writer.ts";

export interface NewJob {
  readonly kind: string;
  /** `null` for jobs of the server. */
  readonly projectId: number | null;
  /** Jobs of a kind with the same target run one at a time. */
  readonly target?: string;
  /** The same work waits once, until the sooner of both times. */
  readonly key?: string;
  readonly data: object;
  readonly now: Date;
  /** Not before; without it at once. */
  readonly dueAt?: Date;
  /** The job may be lost in a power failure: the statement is its own transaction, and nothing depends on it. */
  readonly expendable?: boolean;
}

export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly projectId: number | null;
  readonly target: string | null;
  readonly data: unknown;
  readonly scheduled: boolean;
  /** Including this one. */
  readonly attempts: number;
}

/** Puts a job into the queue, in the transaction of what causes it: both are kept or neither. */
export async function insertJob(transaction: Db, job: NewJob): Promise<void> {
  const { kind, projectId, target = null, key = null, data, now, dueAt = now, expendable = false } = job;
  // Also locks a waiting job that does not change, so that its worker sees the data of this transaction.
  await sql`
    insert into job as waiting (kind, project_id, target, key, data, state, created_at, due_at)
    values (${kind}, ${projectId}, ${target}, ${key}, ${JSON.stringify(data)}::jsonb, 'queued', ${now}, ${dueAt})
    on conflict (kind, key) where state = 'queued' and key is not null do update
       set due_at = least(waiting.due_at, excluded.due_at)
    ${expendable ? sql`returning ${unflushed}` : sql``}
  `.execute(transaction);
}

/** Lets a kind wait for its next time, unless it does so already. */
export async function insertScheduled(
  db: Db,
  { kind, now, dueAt }: { kind: string; now: Date; dueAt: Date },
): Promise<void> {
  await sql`
    insert into job (kind, target, key, scheduled, state, created_at, due_at)
    select ${kind}, 'schedule', 'schedule', true, 'queued', ${now}, ${dueAt}
     where not exists (select 1 from job where kind = ${kind} and scheduled)
    on conflict do nothing
  `.execute(db);
}

/** Corrects jobs that were queued while the clock was ahead. Each keeps its delay, starting now. */
export async function correctFutureJobs(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update job
       set due_at = ${now}::timestamptz + (due_at - greatest(created_at, ended_at)),
           created_at = least(created_at, ${now}), ended_at = least(ended_at, ${now})
     where state = 'queued' and greatest(created_at, ended_at) > ${now}::timestamptz + interval '5 minutes'
    returning id
  `.execute(db);
  return rows.length;
}

/** When a job last ended, by the clock of then. */
export async function lastJobEnd(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(ended_at) as at from job`.execute(db);
  return rows[0]?.at ?? null;
}

interface Claimable {
  readonly kind: string;
  readonly most: number;
  readonly dueUntil: Date;
}

/**
 * Claims due jobs: per kind up to the free slots, oldest first, one per target. Returns none if another process
 * claims one of the same target. Neither this nor `removeJob` waits for the disk: after a crash, a job may run once
 * more.
 */
export async function claimJobs(db: Db, writer: Writer, free: readonly Claimable[], now: Date): Promise<ClaimedJob[]> {
  try {
    const { rows } = await sql<ClaimedJob>`
      with due as (
        select distinct on (next.kind, coalesce(next.target, next.id::text)) next.id
          from unnest(${free.map(({ kind }) => kind)}::text[], ${free.map(({ most }) => most)}::integer[],
                      ${free.map(({ dueUntil }) => dueUntil)}::timestamptz[]) as f (kind, most, due_until)
         cross join lateral (
               select j.id, j.kind, j.target, j.due_at from job j
                where j.state = 'queued' and j.kind = f.kind and j.due_at <= f.due_until
                  and (j.target is null or not exists (
                        select 1 from job r where r.state = 'running' and r.kind = j.kind and r.target = j.target))
                order by j.due_at, j.id
                limit f.most
                  for update skip locked) next
         order by next.kind, coalesce(next.target, next.id::text), next.due_at, next.id
      )
      update job j
         set state = 'running', attempts = j.attempts + 1, started_at = ${now}, writer = ${writer.id}
        from due
       where j.id = due.id
      returning j.id, j.kind, j.project_id as "projectId", j.target, j.data, j.scheduled, j.attempts, ${unflushed}
    `.execute(db);
    return rows;
  } catch (error) {
    if (isUniqueViolation(error)) return [];
    throw error;
  }
}

/** How an attempt ended that is not the job's end. */
export interface Requeued {
  readonly now: Date;
  readonly dueAt: Date;
  readonly durationMs: number;
  /** `null` if the job succeeded and runs again. */
  readonly error: string | null;
  /** The attempt does not count: the server stopped. */
  readonly uncounted?: boolean;
}

/** The job was done. */
export async function removeJob(db: Db, writer: Writer, id: number): Promise<void> {
  await sql`
    delete from job where id = ${id} and state = 'running' and writer = ${writer.id} returning ${unflushed}
  `.execute(db);
}

/** Lets a job wait for its next attempt. Where the same work waits already, that does it. */
export async function requeueJob(db: Db, writer: Writer, id: number, next: Requeued): Promise<void> {
  const attempts = next.uncounted === true ? sql`me.attempts - 1` : next.error === null ? sql`0` : sql`me.attempts`;
  const requeue = () =>
    sql`
      with mine as (
        select id, kind, key from job where id = ${id} and state = 'running' and writer = ${writer.id}
      ), merged as (
        update job other set due_at = least(other.due_at, ${next.dueAt})
          from mine where other.kind = mine.kind and other.key = mine.key and other.state = 'queued'
        returning other.id
      ), gone as (
        delete from job me using mine where me.id = mine.id and exists (select 1 from merged)
      )
      update job me
         set state = 'queued', attempts = ${attempts}, due_at = ${next.dueAt}, writer = null, ended_at = ${next.now},
             duration_ms = ${next.durationMs}, error = ${next.error}
        from mine
       where me.id = mine.id and not exists (select 1 from merged)
    `.execute(db);
  // The same work was queued between our look and our word: now it is seen.
  await requeue().catch((error: unknown) => (isUniqueViolation(error) ? requeue() : Promise.reject(error)));
}

/** Gives a job up; it stays to be looked at, and to be tried again. */
export async function failJob(
  db: Db,
  writerId: number,
  id: number,
  { now, durationMs, error }: { now: Date; durationMs: number | null; error: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update job set state = 'failed', writer = null, ended_at = ${now}, duration_ms = ${durationMs}, error = ${error}
     where id = ${id} and state = 'running' and writer = ${writerId}
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Jobs that processes left running that are gone, each with the process. */
export async function orphanedJobs(db: Db, writer: Writer): Promise<(ClaimedJob & { readonly writer: number })[]> {
  const { rows: running } = await sql<{ writer: number }>`
    select distinct writer from job where state = 'running' and writer <> ${writer.id}
  `.execute(db);
  const gone: number[] = [];
  for (const { writer: other } of running)
    if (!(await db.transaction().execute((transaction) => writer.isAlive(transaction, other)))) gone.push(other);
  if (gone.length === 0) return [];
  const { rows } = await sql<ClaimedJob & { writer: number }>`
    select id, kind, project_id as "projectId", target, data, scheduled, attempts, writer from job
     where state = 'running' and writer = any(${gone}::integer[])
  `.execute(db);
  return rows;
}

/** Takes over the job of a process that has crashed, so that this process decides its outcome. */
export async function adoptJob(
  db: Db,
  writer: Writer,
  { id, writer: from }: { id: number; writer: number },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update job set writer = ${writer.id} where id = ${id} and state = 'running' and writer = ${from} returning id
  `.execute(db);
  return rows.length > 0;
}

/** Deletes what was given up before `before`. */
export async function deleteOldFailures(db: Db, before: Date): Promise<void> {
  await sql`delete from job where state = 'failed' and ended_at < ${before}`.execute(db);
}
