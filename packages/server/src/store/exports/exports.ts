import type { Export, ExportFormat, ExportState } from "@plumb/contract/runs/exports.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { Writer } from "#store/writer.ts";

/** An export as stored. The presenter adds its link and the caller's permissions. */
export interface StoredExport extends Omit<
  Export,
  "downloadUrl" | "mayDelete" | "createdAt" | "finishedAt" | "expiresAt" | "requestedBy"
> {
  readonly projectId: number;
  readonly requesterId: number | null;
  readonly requesterName: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
}

const columns = sql.raw(`
  e.project_id as "projectId", e.id as "exportId", e.run_id as "reportId", r.number as "reportNumber", r.suite as "testSuite",
  e.result_id as "resultId", e.format, e.with_artifacts as "includeArtifacts", e.state, e.done, e.total,
  e.file_name as "fileName", e.bytes, e.error, e.requested_by as "requesterId", e.created_at as "createdAt",
  e.finished_at as "finishedAt", e.expires_at as "expiresAt",
  (select coalesce(a.display_name, a.name, a.email) from user_account a where a.id = e.requested_by) as "requesterName"`);

const ofRun = sql`join run r on r.project_id = e.project_id and r.id = e.run_id`;

export interface NewExport {
  readonly projectId: number;
  readonly reportId: number;
  readonly resultId: number | null;
  readonly format: ExportFormat;
  readonly includeArtifacts: boolean;
  readonly total: number;
  readonly fileName: string;
  /** `null` for an API key. */
  readonly requesterId: number | null;
  readonly now: Date;
}

/** Returns the id of an unfinished export with the same options by the same user; `null` if there is none. */
export async function unfinishedExport(db: Db, requested: NewExport): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from export
     where project_id = ${requested.projectId} and run_id = ${requested.reportId} and state in ('queued', 'running')
       and result_id is not distinct from ${requested.resultId}::bigint and format = ${requested.format}
       and with_artifacts = ${requested.includeArtifacts} and requested_by is not distinct from ${requested.requesterId}::bigint
     limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Returns the id of a finished export with the same options if the report has not changed since. Ignores exports of reports with missing artifact
 * files, because they may have arrived since.
 */
export async function freshExport(db: Db, requested: NewExport): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select e.id from export e
      join run r on r.project_id = e.project_id and r.id = e.run_id
     where e.project_id = ${requested.projectId} and e.run_id = ${requested.reportId} and e.state = 'done'
       and e.result_id is not distinct from ${requested.resultId}::bigint and e.format = ${requested.format}
       and e.with_artifacts = ${requested.includeArtifacts} and e.requested_by is not distinct from ${requested.requesterId}::bigint
       and e.file_name = ${requested.fileName} and r.status <> 'running'
       and e.created_at > r.last_event_at and e.expires_at > ${requested.now}::timestamptz + interval '1 hour'
       and not exists (
             select 1 from artifact a where a.project_id = e.project_id and a.run_id = e.run_id and a.blob_hash is null)
     order by e.id desc
     limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Counts the unfinished exports of this user, or of the project's API keys for `null`. */
export async function unfinishedExports(db: Db, projectId: number, requesterId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from export
     where state in ('queued', 'running') and requested_by is not distinct from ${requesterId}::bigint
       and ${requesterId === null ? sql`project_id = ${projectId}` : sql`true`}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function createExport(db: Db, input: NewExport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into export (project_id, run_id, result_id, format, with_artifacts, state, total, file_name, requested_by, created_at)
    values (${input.projectId}, ${input.reportId}, ${input.resultId}, ${input.format}, ${input.includeArtifacts}, 'queued',
            ${input.total}, ${input.fileName}, ${input.requesterId}, ${input.now})
    returning id
  `.execute(db);
  return rows[0]?.id ?? 0;
}

/** Deletes all but the newest `max` finished exports of this user, or of the project's API keys for `null`. A cleanup deletes their files. */
export async function forgetOldExports(
  db: Db,
  projectId: number,
  requesterId: number | null,
  max: number,
): Promise<void> {
  const own = sql`
    state not in ('queued', 'running') and requested_by is not distinct from ${requesterId}::bigint
    and ${requesterId === null ? sql`project_id = ${projectId}` : sql`true`}`;
  await sql`
    delete from export where ${own} and id <= (select id from export where ${own} order by id desc offset ${max} limit 1)
  `.execute(db);
}

/** Returns the project of an export; `null` if the export does not exist. */
export async function projectOfExport(db: Db, exportId: number): Promise<number | null> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from export where id = ${exportId}
  `.execute(db);
  return rows[0]?.projectId ?? null;
}

export async function exportById(db: Db, projectId: number, exportId: number): Promise<StoredExport | null> {
  const { rows } = await sql<StoredExport>`
    select ${columns} from export e ${ofRun} where e.project_id = ${projectId} and e.id = ${exportId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Exports of a project, or of all projects that a user can read. */
export type ExportScope = { readonly projectId: number } | { readonly readableBy: number | "everybody" };

function inScope(scope: ExportScope): RawBuilder<unknown> {
  if ("projectId" in scope) return sql`e.project_id = ${scope.projectId}`;
  const { readableBy } = scope;
  return sql`
    exists (select 1 from project p where p.id = e.project_id and p.status <> 'deleting')
    and ${readableBy === "everybody" ? sql`true` : sql`exists (select 1 from membership m where m.project_id = e.project_id and m.user_id = ${readableBy})`}`;
}

/** Newest first, optionally of one report or one format. */
export async function exportsOf(
  db: Db,
  scope: ExportScope,
  { reportId, format, limit }: { reportId?: number; format?: ExportFormat; limit: number },
): Promise<StoredExport[]> {
  const { rows } = await sql<StoredExport>`
    select ${columns} from export e ${ofRun}
     where ${inScope(scope)}
       and ${reportId === undefined ? sql`true` : sql`e.run_id = ${reportId}`}
       and ${format === undefined ? sql`true` : sql`e.format = ${format}`}
     order by e.id desc
     limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns false if the export is already finished or does not exist. */
export async function cancelExport(
  db: Db,
  { projectId, exportId }: Pick<StoredExport, "projectId" | "exportId">,
  at: { now: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update export set state = 'cancelled', finished_at = ${at.now}, expires_at = ${at.expiresAt}
     where project_id = ${projectId} and id = ${exportId} and state in ('queued', 'running')
    returning id
  `.execute(db);
  return rows.length > 0;
}

export async function deleteExport(db: Db, projectId: number, exportId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from export where project_id = ${projectId} and id = ${exportId} returning id
  `.execute(db);
  return rows.length > 0;
}

/** Starts or restarts an export; returns `null` if it was cancelled. */
export async function startExport(
  db: Db,
  { projectId, exportId }: Claimed,
  writer: Writer,
): Promise<StoredExport | null> {
  await sql`
    update export set state = 'running', writer = ${writer.id}, done = 0
     where project_id = ${projectId} and id = ${exportId} and state in ('queued', 'running')
  `.execute(db);
  const started = await exportById(db, projectId, exportId);
  return started?.state === "running" ? started : null;
}

type Claimed = Pick<StoredExport, "projectId" | "exportId">;

/** Matches an export that this process is still generating: it was not cancelled, deleted or assigned to another process. */
function mine({ projectId, exportId }: Claimed, writer: Writer): RawBuilder<unknown> {
  return sql`project_id = ${projectId} and id = ${exportId} and state = 'running' and writer = ${writer.id}`;
}

/** Stores the progress. Returns false if the export was cancelled. */
export async function recordProgress(db: Db, claimed: Claimed, writer: Writer, done: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update export set done = ${done} where ${mine(claimed, writer)} returning id
  `.execute(db);
  return rows.length > 0;
}

export interface Ending {
  readonly state: Extract<ExportState, "done" | "failed">;
  readonly bytes: number | null;
  readonly error: string | null;
  readonly now: Date;
  readonly expiresAt: Date;
}

/** Returns false if the export was cancelled. */
export async function endExport(db: Db, claimed: Claimed, writer: Writer, ending: Ending): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update export
       set state = ${ending.state}, bytes = ${ending.bytes}, error = ${ending.error}, finished_at = ${ending.now},
           expires_at = ${ending.expiresAt}, done = case when ${ending.state} = 'done' then total else done end
     where ${mine(claimed, writer)}
    returning id
  `.execute(db);
  return rows.length > 0;
}

/** Queues an export again that this process cannot finish because it stops. */
export async function returnExport(db: Db, claimed: Claimed, writer: Writer): Promise<void> {
  await sql`
    update export set state = 'queued', writer = null, done = 0 where ${mine(claimed, writer)}
  `.execute(db);
}

export async function deleteExpiredExports(db: Db, now: Date): Promise<void> {
  await sql`delete from export where expires_at <= ${now}`.execute(db);
}

/** Returns the ids whose exports have a file or are being generated. */
export async function exportsWithFiles(db: Db, projectId: number, exportIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from export
     where project_id = ${projectId} and id = any(${exportIds}::bigint[]) and state in ('running', 'done')
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether the report has an artifact whose content was uploaded. */
export async function hasArtifacts(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from artifact where project_id = ${projectId} and run_id = ${runId} and blob_hash is not null limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Returns the sizes of details and artifact files of a report in bytes. */
export async function exportWeights(
  db: Db,
  projectId: number,
  runId: number,
): Promise<{ detailBytes: number; artifactBytes: number; artifactCount: number }> {
  const { rows } = await sql<{ detailBytes: number; artifactBytes: number; artifactCount: number }>`
    select (select coalesce(sum(octet_length(details)), 0)::bigint from result_detail
             where project_id = ${projectId} and run_id = ${runId}) as "detailBytes",
           coalesce(sum(size), 0)::bigint as "artifactBytes", coalesce(sum(uses), 0)::bigint as "artifactCount"
      from (select blob_hash, max(size) as size, count(*) as uses from artifact
             where project_id = ${projectId} and run_id = ${runId} and blob_hash is not null group by blob_hash) files
  `.execute(db);
  return rows[0] ?? { detailBytes: 0, artifactBytes: 0, artifactCount: 0 };
}

/** Returns the first result in the list whose test has this name: its title, or its path joined with ` › ` or ` > `; `null` if there is none. */
export async function resultNamed(db: Db, projectId: number, runId: number, name: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select r.id
      from result r
      join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null
       and (t.title_path[cardinality(t.title_path)] = ${name} or array_to_string(t.title_path, ' › ') = ${name}
            or array_to_string(t.title_path, ' > ') = ${name})
     order by r.rank, r.seq
     limit 1
  `.execute(db);
  return rows[0]?.id ?? null;
}
