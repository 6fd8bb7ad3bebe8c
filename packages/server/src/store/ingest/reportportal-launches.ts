import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { type LiveSource, liveSource } from "./live-sources.ts";
import type { RunRef } from "./sources.ts";

export interface Launch {
  /** `streamKey` of the uuid. */
  readonly key: string;
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  /** Of its run. */
  readonly framework: string;
  readonly runId: number;
  readonly sourceId: number;
  /** Number of its sources so far, including the current one. */
  readonly sources: number;
  /** Hashes of the calls that started the current source. */
  readonly starts: readonly string[];
  readonly finishes: readonly string[];
  readonly startedAt: Date;
}

const columns = sql.raw(
  `l.launch_key::text as key, l.id, l.uuid, l.name, r.framework, l.run_id as "runId", l.upload_id as "sourceId", l.sources, l.starts, l.finishes,
   l.started_at as "startedAt"`,
);
/** Excludes launches whose report was removed. */
const present = sql.raw(
  `from reportportal_launch l join run r on r.project_id = l.project_id and r.id = l.run_id and r.removed_at is null`,
);

export async function launchByKey(db: Db, projectId: number, key: string): Promise<Launch | null> {
  const { rows } = await sql<Launch>`
    select ${columns} ${present} where l.project_id = ${projectId} and l.launch_key = ${key}::uuid
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the latest launch with this name. */
export async function latestLaunch(db: Db, projectId: number, name: string): Promise<Launch | null> {
  const { rows } = await sql<Launch>`
    select ${columns} ${present} where l.project_id = ${projectId} and l.name = ${name} order by l.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the launches with these ids in ascending order, without missing ones. */
export async function launchesByIds(db: Db, projectId: number, ids: readonly number[]): Promise<Launch[]> {
  const { rows } = await sql<Launch>`
    select ${columns} ${present} where l.project_id = ${projectId} and l.id = any(${ids}::bigint[]) order by l.id
  `.execute(db);
  return rows;
}

/** Returns the launch with its current source. */
export async function sourceOfLaunch(
  db: Db,
  projectId: number,
  key: string,
): Promise<{ launch: Launch; source: LiveSource } | null> {
  const launch = await launchByKey(db, projectId, key);
  const source = launch === null ? null : await liveSource(db, projectId, launch.runId, launch.sourceId);
  return launch === null || source === null ? null : { launch, source };
}

/** Returns the key of the launch that contains an item, for calls that only name the item. */
export async function launchOfItem(db: Db, projectId: number, itemKey: string): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select l.launch_key::text as key
      from reportportal_item i
      join reportportal_launch l on l.project_id = i.project_id and l.run_id = i.run_id and l.upload_id = i.upload_id
     where i.project_id = ${projectId} and i.item_key = ${itemKey}::uuid
  `.execute(db);
  return rows[0]?.key ?? null;
}

export interface NewLaunch {
  readonly projectId: number;
  readonly key: string;
  readonly uuid: string;
  readonly name: string;
  readonly run: RunRef;
  readonly sourceId: number;
  readonly start: string;
  readonly startedAt: Date;
}

/** Records the launch of a source, or another start of it. A repeated call changes nothing. */
export async function recordLaunch(db: Db, launch: NewLaunch): Promise<void> {
  await sql`
    insert into reportportal_launch as l (project_id, launch_key, run_id, upload_id, uuid, name, starts, started_at)
    values (${launch.projectId}, ${launch.key}::uuid, ${launch.run.id}, ${launch.sourceId}, ${launch.uuid}, ${launch.name},
            array[${launch.start}]::text[], ${launch.startedAt})
    on conflict (project_id, launch_key) do update
       set starts = case when l.upload_id <> excluded.upload_id then excluded.starts
                         when excluded.starts[1] = any(l.starts) then l.starts else l.starts || excluded.starts end,
           sources = l.sources + (l.upload_id <> excluded.upload_id)::integer,
           finishes = case when l.upload_id <> excluded.upload_id then '{}' else l.finishes end,
           run_id = excluded.run_id, upload_id = excluded.upload_id
  `.execute(db);
}

/** Records that one of the processes that started the launch has finished. Returns true if it was the last one. Repeated calls change nothing. */
export async function recordFinish(
  db: Db,
  projectId: number,
  { key, sourceId }: Pick<Launch, "key" | "sourceId">,
  call: string,
): Promise<boolean> {
  const { rows } = await sql<{ last: boolean }>`
    update reportportal_launch set finishes = case when ${call} = any(finishes) then finishes else finishes || ${call}::text end
     where project_id = ${projectId} and launch_key = ${key}::uuid and upload_id = ${sourceId}
    returning cardinality(finishes) >= cardinality(starts) as last
  `.execute(db);
  return rows[0]?.last ?? true;
}

/** Returns the key of a run, with which another source can join it. */
export async function keyOfRun(db: Db, projectId: number, runId: number): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select key from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0]?.key ?? null;
}

/** Filter for launches. Absent fields match everything. */
export interface LaunchFilter {
  readonly keys?: readonly string[];
  readonly ids?: readonly number[];
  readonly name?: string;
  /** Part of the name, ignoring case. */
  readonly nameHolds?: string;
}

/** Returns a page of launches, newest first, and their total number. */
export async function launchesBy(
  db: Db,
  projectId: number,
  { keys, ids, name, nameHolds }: LaunchFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ launches: Launch[]; total: number }> {
  const where = sql`
     where l.project_id = ${projectId}
       and ${keys === undefined ? sql`true` : sql`l.launch_key = any(${keys}::uuid[])`}
       and ${ids === undefined ? sql`true` : sql`l.id = any(${ids}::bigint[])`}
       and ${name === undefined ? sql`true` : sql`l.name = ${name}`}
       and ${nameHolds === undefined ? sql`true` : sql`strpos(lower(l.name), lower(${nameHolds})) > 0`}`;
  const { rows } = await sql<Launch>`
    select ${columns} ${present} ${where} order by l.id desc limit ${limit} offset ${offset}
  `.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total ${present} ${where}
  `.execute(db);
  return { launches: rows, total: counts[0]?.total ?? 0 };
}
