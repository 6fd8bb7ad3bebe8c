import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { UploadFile, UploadState, UploadWay } from "@plumb/contract/runs/uploads.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { Writer } from "#store/writer.ts";

// The tables have older names: an upload is a row of `arrival`, a source is a row of `upload`.

/** The sender of an upload. The name is stored by value. */
export interface Sender {
  readonly keyId: number | null;
  readonly userId: number | null;
  readonly name: string | null;
}

/** Facts from the sender of an upload. All text is storable. */
export interface SenderDetails {
  readonly suite: string | null;
  readonly environment: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly build: string | null;
  readonly ciUrl: string | null;
  readonly shard: number | null;
  readonly shardTotal: number | null;
}

/** An upload before it is read. */
export interface NewUpload {
  readonly projectId: number;
  readonly receivedAt: Date;
  readonly way: UploadWay;
  readonly sender: Sender;
  readonly facts: SenderDetails;
  /** Name of the first file until the files are read, then of the first report. For a live source, its name. */
  readonly name: string;
  readonly fileCount: number;
  readonly bytes: number;
}

/** A report that contains at least part of an upload. */
export interface UploadRun {
  readonly id: number;
  readonly number: number;
  readonly suite: string;
}

/** Outcome of an upload. */
export interface UploadEnd {
  readonly state: UploadState;
  readonly reason: string | null;
  readonly tests: number;
  readonly problemCount: number;
  readonly files: readonly UploadFile[];
  /** Total number of files with an outcome. `files` may be cut. */
  readonly verdictCount: number;
  readonly runs: readonly UploadRun[];
  readonly shard?: number | null;
  readonly shardTotal?: number | null;
}

/** An upload that is being processed. */
export interface OpenUpload {
  readonly details: NewUpload;
  /** `null` until the upload has a row. A request that is refused immediately gets its row only when it ends. */
  readonly id: number | null;
  readonly state: "received" | "reading" | null;
}

const longest = { name: 300, reason: 2000, search: 2000 } as const;

/** Inserts an upload with the given id, or with a new one. Returns the id. */
export async function insertUpload(
  db: Db,
  { projectId, receivedAt, way, sender, facts, name, fileCount, bytes }: NewUpload,
  options: {
    readonly id?: number;
    readonly state: UploadState;
    readonly writer: number | null;
    readonly end?: UploadEnd;
    readonly endedAt?: Date;
    readonly times?: number;
  },
): Promise<number> {
  const { id, state, writer, end, endedAt = null, times = 1 } = options;
  const { rows } = await sql<{ id: number }>`
    insert into arrival (project_id, id, received_at, ended_at, way, state, times, key_id, user_id, sender, suite, environment, branch,
                         commit_sha, build, ci_url, shard, shard_total, name, file_count, bytes, tests, problem_count, reason,
                         files, verdict_count, writer, search_text)
    values (${projectId}, coalesce(${id ?? null}::bigint, nextval('arrival_id_seq')), ${receivedAt}, ${endedAt}, ${way}, ${state}, ${times},
            ${sender.keyId}, ${sender.userId}, ${sender.name}, ${facts.suite}, ${facts.environment}, ${facts.branch}, ${facts.commit},
            ${facts.build}, ${facts.ciUrl}, ${end?.shard ?? facts.shard}, ${end?.shardTotal ?? facts.shardTotal}, ${cut(bestName(name, end), longest.name)},
            ${fileCount}, ${bytes}, ${end?.tests ?? 0}, ${end?.problemCount ?? 0}, ${cutReason(end)}, ${filesOf(end)}::jsonb,
            ${end?.verdictCount ?? 0}, ${writer}, ${searchText({ name, facts, sender }, end)})
    returning id
  `.execute(db);
  const inserted = (rows[0] as { id: number }).id;
  if (end !== undefined) await insertRuns(db, projectId, inserted, end.runs);
  return inserted;
}

/** Marks an upload as being read, in the transaction that begins its first source. */
export async function beginReading(
  transaction: Db,
  { details, id, state }: OpenUpload,
  drawn: number,
  writer: Pick<Writer, "id">,
): Promise<void> {
  if (id === null) await insertUpload(transaction, details, { id: drawn, state: "reading", writer: writer.id });
  else if (state === "received")
    await sql`update arrival set state = 'reading' where project_id = ${details.projectId} and id = ${id}`.execute(
      transaction,
    );
}

/** Stores the outcome of an upload. Returns false if the upload does not exist or has ended already. */
export async function endUpload(
  db: Db,
  started: Pick<NewUpload, "projectId" | "name" | "facts" | "sender">,
  id: number,
  end: UploadEnd,
  now: Date,
): Promise<boolean> {
  const { projectId } = started;
  const { rows } = await sql<{ id: number }>`
    update arrival
       set state = ${end.state}, ended_at = ${now}, name = ${cut(bestName(started.name, end), longest.name)}, reason = ${cutReason(end)}, tests = ${end.tests}, problem_count = ${end.problemCount},
           files = ${filesOf(end)}::jsonb, verdict_count = ${end.verdictCount}, writer = null, search_text = ${searchText(started, end)},
           shard = coalesce(shard, ${end.shard ?? null}), shard_total = coalesce(shard_total, ${end.shardTotal ?? null})
     where project_id = ${projectId} and id = ${id} and state in ('received', 'reading')
    returning id
  `.execute(db);
  if (rows.length === 0) return false;
  await insertRuns(db, projectId, id, end.runs);
  return true;
}

/** Links an upload to the reports that contain its results. */
export async function insertRuns(
  db: Db,
  projectId: number,
  uploadId: number,
  runs: readonly UploadRun[],
): Promise<void> {
  if (runs.length === 0) return;
  await sql`
    insert into arrival_run (project_id, arrival_id, run_id, number, suite)
    select ${projectId}, ${uploadId}, run_id, number, suite
      from unnest(${numbers(runs.map(({ id }) => id))}::bigint[], ${numbers(runs.map(({ number }) => number))}::integer[],
                  ${texts(runs.map(({ suite }) => suite))}::text[]) as given (run_id, number, suite)
    on conflict do nothing
  `.execute(db);
}

/** Prefers the name of a report file, because the first file of an upload may be a screenshot. */
function bestName(first: string, end: UploadEnd | undefined): string {
  const files = end?.files ?? [];
  const report =
    files.find(({ verdict }) => verdict === "imported" || verdict === "partial") ??
    files.find(({ verdict }) => verdict === "duplicate");
  return report?.name ?? first;
}

function cutReason(end: UploadEnd | undefined): string | null {
  return end?.reason == null ? null : cut(end.reason, longest.reason);
}

function filesOf(end: UploadEnd | undefined): string {
  return JSON.stringify(end?.files ?? []);
}

/** Returns the text in which the search finds an upload. */
function searchText({ name, facts, sender }: Pick<NewUpload, "name" | "facts" | "sender">, end?: UploadEnd): string {
  const { suite, branch, commit, build } = facts;
  const searchable = [name, suite, branch, commit, build, sender.name].filter((each) => each !== null);
  const became = end?.runs.slice(0, 20).flatMap(({ number, suite: of }) => [`#${number}`, of]) ?? [];
  const files = end?.files.map((file) => file.name) ?? [];
  return cut(searchedText([...new Set([...searchable, ...became, ...files])].join("\n")), longest.search);
}

/** Content that the project already has, with the newest report that contains it. */
export interface KnownContent {
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly run: UploadRun;
  /** Milliseconds since the content was received. */
  readonly agoMs: number;
}

/**
 * Returns which of these contents were received before.
 *
 * @param uploadId Contents of this upload are ignored.
 */
export async function knownContents(
  db: Db,
  projectId: number,
  hashes: readonly string[],
  uploadId: number | null,
): Promise<KnownContent[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<UploadRun & { hash: string; agoMs: number }>`
    select h.hash, r.id, r.number, r.suite,
           greatest(0, extract(epoch from now() - found.received_at) * 1000)::double precision as "agoMs"
      from unnest(${texts(hashes)}::text[]) as h (hash)
     cross join lateral (
           select u.run_id, u.received_at from upload u
             join run r on r.project_id = u.project_id and r.id = u.run_id and r.removed_at is null
            where u.project_id = ${projectId} and u.content_hash = decode(h.hash, 'hex') and u.status = 'recorded'
              and u.kind <> 'live' and (u.arrival_id is null or u.arrival_id <> coalesce(${uploadId}::bigint, 0))
            order by u.id desc limit 1) found
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = found.run_id
  `.execute(db);
  return rows.map(({ hash, agoMs, ...run }) => ({ hash, run, agoMs }));
}

/** Marks uploads as failed if the process that was reading them has ended. Returns the ids of their projects. */
export async function endAbandonedUploads(db: Db, writer: Writer, now: Date): Promise<number[]> {
  const { rows } = await sql<{ projectId: number; id: number; writer: number }>`
    select project_id as "projectId", id, writer from arrival where writer is not null order by id limit 1000
  `.execute(db);
  const projects = new Set<number>();
  const dead = new Map<number, boolean>();
  for (const upload of rows) {
    const isAlive =
      !dead.get(upload.writer) &&
      !writer.givenUpUploads.has(upload.id) &&
      (await db.transaction().execute((transaction) => writer.isAlive(transaction, upload.writer)));
    if (isAlive) continue;
    if (!writer.givenUpUploads.has(upload.id)) dead.set(upload.writer, true);
    await sql`
      update arrival
         set state = 'failed', ended_at = ${now}, writer = null,
             reason = 'The server stopped or lost its database while reading it. Nothing was stored: send it again.'
       where project_id = ${upload.projectId} and id = ${upload.id} and writer is not null
    `.execute(db);
    writer.givenUpUploads.delete(upload.id);
    projects.add(upload.projectId);
  }
  return [...projects];
}
