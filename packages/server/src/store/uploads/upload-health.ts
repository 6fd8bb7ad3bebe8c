import { dayMs } from "@plumb/contract/durations.ts";
import type { UploadState, IncompleteReport, UploadHealth } from "@plumb/contract/runs/uploads.ts";
import { uploadStates } from "@plumb/contract/runs/upload-labels.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Counts the requests of the last day and of the last seven days by state. */
export async function uploadCounts(db: Db, projectId: number, now: Date): Promise<UploadHealth["counts"]> {
  const [dayAgo, weekAgo] = [1, 7].map((days) => new Date(now.getTime() - days * dayMs));
  const { rows } = await sql<{ state: UploadState; day: number; week: number }>`
    select state, coalesce(sum(times) filter (where received_at >= ${dayAgo}), 0)::integer as day, sum(times)::integer as week
      from arrival where project_id = ${projectId} and received_at >= ${weekAgo}
     group by state
  `.execute(db);
  const of = (span: "day" | "week") =>
    Object.fromEntries(
      uploadStates.map((state) => [state, rows.find((row) => row.state === state)?.[span] ?? 0]),
    ) as UploadHealth["counts"]["day"];
  return { day: of("day"), week: of("week") };
}

const maxMissing = 50;
const maxReports = 20;

/** Returns the reports of the last seven days with missing shards. Reports that still wait for shards come first. */
export async function incompleteReports(
  db: Db,
  projectId: number,
  { now, timeoutMs }: { readonly now: Date; readonly timeoutMs: number },
): Promise<IncompleteReport[]> {
  const { rows } = await sql<
    Pick<IncompleteReport, "id" | "number" | "suite" | "build" | "branch" | "shardTotal"> & {
      lastHeardAt: Date;
      waits: boolean;
      seen: number[];
    }
  >`
    select r.id, r.number, r.suite, r.build, r.branch, r.shard_total as "shardTotal", r.last_event_at as "lastHeardAt",
           r.status = 'running' as waits, to_jsonb(found.seen) as seen
      from run r
     cross join lateral (
           select array_agg(distinct u.shard) filter (where u.shard is not null) as seen
             from upload u
            where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and (u.status = 'recorded' or u.kind = 'live')) found
     where r.project_id = ${projectId} and r.shard_total > 1 and r.removed_at is null
       and r.last_event_at >= ${new Date(now.getTime() - 7 * dayMs)} and cardinality(found.seen) < r.shard_total
     order by r.status = 'running' desc, r.last_event_at desc
     limit ${maxReports}
  `.execute(db);
  return rows.map(({ seen, lastHeardAt, waits, ...run }) => {
    const came = new Set(seen);
    const missing: number[] = [];
    for (let shard = 1; shard <= run.shardTotal && missing.length < maxMissing; shard++)
      if (!came.has(shard)) missing.push(shard);
    return {
      ...run,
      came: came.size,
      missing,
      missingCount: Math.max(0, run.shardTotal - came.size),
      lastHeardAt: lastHeardAt.toISOString(),
      waitsUntil: waits ? new Date(lastHeardAt.getTime() + timeoutMs).toISOString() : null,
    };
  });
}

/** Days on which uploads with a key, or of a suite, were accepted. */
export interface SentDays {
  readonly kind: "key" | "suite";
  readonly name: string;
  readonly keyId: number | null;
  readonly lastAt: Date;
  /** Days since 1970 in UTC, oldest first. */
  readonly days: readonly number[];
}

/** Returns the days with uploads for each active key and each suite, for the uploads that are still stored. */
export async function sentDays(db: Db, projectId: number): Promise<SentDays[]> {
  const { rows } = await sql<Omit<SentDays, "days"> & { days: number[] }>`
    with sent as (
      select a.id, a.key_id, a.received_at, (a.received_at at time zone 'UTC')::date - date '1970-01-01' as day
        from arrival a
       where a.project_id = ${projectId} and a.state in ('accepted', 'problems', 'reading', 'interrupted', 'duplicate')
    ), by_day as (
      -- Days first: of thousands of uploads they are few, and cheap to put in order.
      select s.key_id, null as suite, s.day, max(s.received_at) as last_at
        from sent s where s.key_id is not null group by s.key_id, s.day
      union all
      select null, o.suite, s.day, max(s.received_at)
        from sent s
        join arrival_run o on o.project_id = ${projectId} and o.arrival_id = s.id
       group by o.suite, s.day
    )
    select case when d.key_id is null then 'suite' else 'key' end as kind, coalesce(k.name, d.suite) as name, d.key_id as "keyId",
           max(d.last_at) as "lastAt", to_jsonb(array_agg(d.day order by d.day)) as days
      from by_day d
      left join api_key k on k.project_id = ${projectId} and k.id = d.key_id and k.revoked_at is null
     where d.key_id is null or k.id is not null
     group by d.key_id, d.suite, k.name
     order by "lastAt" desc
     limit 500
  `.execute(db);
  return rows;
}

/** Returns the keys that were used for uploads, most recently used first, and the time of the oldest stored upload. */
export async function uploadKeys(db: Db, projectId: number): Promise<Pick<UploadHealth, "keys" | "since">> {
  const { rows } = await sql<{ id: number | null; name: string; since: Date }>`
    select key_id as id, max(sender) as name, min(received_at) as since
      from arrival where project_id = ${projectId}
     group by key_id order by max(id) desc limit 101
  `.execute(db);
  const firsts = rows.map(({ since }) => since.getTime());
  return {
    keys: rows.flatMap(({ id, name }) => (id === null ? [] : [{ id, name: name ?? "" }])).slice(0, 100),
    since: firsts.length === 0 ? null : new Date(Math.min(...firsts)).toISOString(),
  };
}
