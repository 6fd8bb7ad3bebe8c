import { sql } from "kysely";
import { type Db, isUniqueViolation } from "#store/db.ts";
import { asyncCommit } from "#store/async-commit.ts";
import type { Writer } from "#store/writer.ts";
import { currentScope } from "#tracing/scope.ts";
import { traceHeaders } from "#tracing/spans.ts";

export interface NewJob {
  readonly kind: string;
  /** `null` for jobs that belong to the server. */
  readonly projectId: number | null;
  /** Jobs of a kind with the same target run one at a time. */
  readonly target?: string;
  /** Jobs with the same key wait only once, until the earlier of their due times. */
  readonly key?: string;
  readonly data: object;
  readonly now: Date;
  /** Earliest start. The default is `now`. */
  readonly dueAt?: Date;
  /** The job may be lost in a power failure. Only for an insert that is its own transaction and that nothing depends on. */
  readonly expendable?: boolean;
}

export interface ClaimedJob {
  readonly id: number;
  readonly kind: string;
  readonly projectId: number | null;
  readonly target: string | null;
  readonly data: unknown;
  readonly scheduled: boolean;
  /** Includes the current attempt. */
  readonly attempts: number;
  /** Request that queued it first; `null` for scheduled jobs. */
  readonly requestId: string | null;
  /** Span of that request, as in the header `traceparent`. */
  readonly traceParent: string | null;
}

/** Queues a job in the transaction that causes it: both are committed or neither is. A job that waits already keeps its first request. */
export async function insertJob(transaction: Db, job: NewJob): Promise<void> {
  const { kind, projectId, target = null, key = null, data, now, dueAt = now, expendable = false } = job;
  // The update also locks a waiting job whose time does not change, so that its worker sees the data of this transaction.
  await sql`
    insert into job as waiting (kind, project_id, target, key, data, state, created_at, due_at, request_id, trace_parent)
    values (${kind}, ${projectId}, ${target}, ${key}, ${JSON.stringify(data)}::jsonb, 'queued', ${now}, ${dueAt},
            ${currentScope().requestId}, ${traceHeaders().traceparent ?? null})
    on conflict (kind, key) where state = 'queued' and key is not null do update
       set due_at = least(waiting.due_at, excluded.due_at), request_id = coalesce(waiting.request_id, excluded.request_id),
           trace_parent = coalesce(waiting.trace_parent, excluded.trace_parent)
    ${expendable ? sql`returning ${asyncCommit()}` : sql``}
  `.execute(transaction);
}

/** Schedules the next run of a kind unless it is already scheduled. */
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

/** Returns when a job last ended, by the clock at that time. */
export async function lastJobEnd(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(ended_at) as at from job`.execute(db);
  return rows[0]?.at ?? null;
}

/** Outcome of an attempt after which the job runs again. */
export interface Requeued {
  readonly now: Date;
  readonly dueAt: Date;
  readonly durationMs: number;
  /** `null` if the job succeeded and runs again. */
  readonly error: string | null;
  /** True if the server stopped during the attempt. The attempt is then not counted. */
  readonly uncounted?: boolean;
}

export async function removeJob(db: Db, writer: Writer, id: number): Promise<void> {
  await sql`
    delete from job where id = ${id} and state = 'running' and writer = ${writer.id} returning ${asyncCommit()}
  `.execute(db);
}

/** Queues a job for its next attempt. If a job with the same key is already waiting, the two are merged. */
export async function requeueJob(db: Db, writer: Writer, id: number, next: Requeued): Promise<void> {
  const attempts = next.uncounted === true ? sql`me.attempts - 1` : next.error === null ? sql`0` : sql`me.attempts`;
  const requeue = () =>
    sql`
      with mine as (
        select id, kind, key, request_id, trace_parent from job where id = ${id} and state = 'running' and writer = ${writer.id}
      ), merged as (
        update job other
           set due_at = least(other.due_at, ${next.dueAt}), request_id = coalesce(other.request_id, mine.request_id),
               trace_parent = coalesce(other.trace_parent, mine.trace_parent)
          from mine where other.kind = mine.kind and other.key = mine.key and other.state = 'queued'
        returning other.id
      ), gone as (
        delete from job me using mine where me.id = mine.id and exists (select 1 from merged)
      )
      update job me
         set state = 'queued', attempts = ${attempts}, due_at = ${next.dueAt}, writer = null, ended_at = ${next.now},
             duration_ms = ${next.durationMs}, error = ${next.error},
             request_id = case when me.scheduled and ${next.error === null} then null else me.request_id end,
             trace_parent = case when me.scheduled and ${next.error === null} then null else me.trace_parent end
        from mine
       where me.id = mine.id and not exists (select 1 from merged)
    `.execute(db);
  // A job with the same key was queued after the check. The second try finds it.
  await requeue().catch((error: unknown) => (isUniqueViolation(error) ? requeue() : Promise.reject(error)));
}

/** Marks a job as failed. It is kept so that an administrator can inspect it and retry it. */
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

/** Returns jobs that are still marked as running by processes that have ended, with the id of the process. */
export async function orphanedJobs(db: Db, writer: Writer): Promise<(ClaimedJob & { readonly writer: number })[]> {
  const { rows: running } = await sql<{ writer: number }>`
    select distinct writer from job where state = 'running' and writer <> ${writer.id}
  `.execute(db);
  const removed: number[] = [];
  for (const { writer: other } of running)
    if (!(await db.transaction().execute((transaction) => writer.isAlive(transaction, other)))) removed.push(other);
  if (removed.length === 0) return [];
  const { rows } = await sql<ClaimedJob & { writer: number }>`
    select id, kind, project_id as "projectId", target, data, scheduled, attempts, request_id as "requestId",
           trace_parent as "traceParent", writer
      from job
     where state = 'running' and writer = any(${removed}::integer[])
  `.execute(db);
  return rows;
}

/** Takes over the job of a crashed process, so that this process decides its outcome. */
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

/** Deletes failed jobs that ended before `before`. */
export async function deleteOldFailures(db: Db, before: Date): Promise<void> {
  await sql`delete from job where state = 'failed' and ended_at < ${before}`.execute(db);
}
