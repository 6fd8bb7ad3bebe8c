import { sql } from "kysely";
import { asyncCommit } from "#store/async-commit.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import type { ClaimedJob } from "./queue.ts";
import type { Writer } from "#store/writer.ts";

/** A kind whose jobs can start. */
export interface Claimable {
  readonly kind: string;
  /** Number of free slots. */
  readonly max: number;
  readonly dueUntil: Date;
}

/** A job that is due. */
export interface DueJob {
  readonly id: number;
  readonly kind: string;
  /** 0 for jobs of the server. */
  readonly project: number;
  readonly target: string | null;
  readonly dueAt: Date;
}

/**
 * Returns due jobs for the free slots, in order per project. Each project is looked up in the index, so that a long queue of one
 * does not hide the jobs of the others.
 */
export async function dueJobs(db: Db, free: readonly Claimable[]): Promise<readonly DueJob[]> {
  const { rows } = await sql<DueJob>`
    with recursive f as (
      select * from unnest(${free.map(({ kind }) => kind)}::text[], ${free.map(({ max }) => max)}::integer[],
                           ${free.map(({ dueUntil }) => dueUntil)}::timestamptz[]) as f (kind, most, due_until)
    ), queued as (
      select f.*, (select min(coalesce(j.project_id, 0)) from job j where j.state = 'queued' and j.kind = f.kind) as project
        from f
      union all
      select q.kind, q.most, q.due_until,
             (select min(coalesce(j.project_id, 0)) from job j
               where j.state = 'queued' and j.kind = q.kind and coalesce(j.project_id, 0) > q.project)
        from queued q where q.project is not null
    )
    select j.id, q.kind, q.project, j.target, j.due_at as "dueAt"
      from queued q
     cross join lateral (
           select j.id, j.target, j.due_at from job j
            where j.state = 'queued' and j.kind = q.kind and coalesce(j.project_id, 0) = q.project and j.due_at <= q.due_until
              and (j.target is null or not exists (
                    select 1 from job r where r.state = 'running' and r.kind = j.kind and r.target = j.target))
            order by j.due_at, j.id
            limit q.most) j
     where q.project is not null
     order by q.kind, q.project, j.due_at, j.id
  `.execute(db);
  return rows;
}

/**
 * Claims jobs that are still due: another process may have run one since `dueJobs` and queued it for its next time. Returns none if another process claims a job with the same target. Neither this nor `removeJob` waits for the disk:
 * after a crash, a job may run once more.
 */
export async function claimJobs(
  db: Db,
  writer: Writer,
  ids: readonly number[],
  { free, now }: { readonly free: readonly Claimable[]; readonly now: Date },
): Promise<ClaimedJob[]> {
  if (ids.length === 0) return [];
  try {
    const { rows } = await sql<ClaimedJob>`
      with f as (
        select * from unnest(${free.map(({ kind }) => kind)}::text[], ${free.map(({ dueUntil }) => dueUntil)}::timestamptz[]) as f (kind, due_until)
      ), due as (
        select j.id from job j join f on f.kind = j.kind
         where j.id = any(${[...ids]}::bigint[]) and j.state = 'queued' and j.due_at <= f.due_until
           for update of j skip locked
      )
      update job j
         set state = 'running', attempts = j.attempts + 1, started_at = ${now}, writer = ${writer.id}
        from due
       where j.id = due.id
      returning j.id, j.kind, j.project_id as "projectId", j.target, j.data, j.scheduled, j.attempts, j.request_id as "requestId",
                j.trace_parent as "traceParent", ${asyncCommit()}
    `.execute(db);
    return rows;
  } catch (error) {
    if (isUniqueViolation(error)) return [];
    throw error;
  }
}
