import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { sql } from "kysely";
import type { OpenUpload } from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";
import type { Scope } from "#store/runs/status-rows.ts";
import { asyncCommit } from "#store/async-commit.ts";
import { RolledBackError } from "./rolled-back-error.ts";
import type { Writer } from "#store/writer.ts";

/** A run to create or to add a source to. */
export interface NewRun {
  readonly projectId: number;
  readonly key: string;
  readonly build: string | null;
  readonly suite: string;
  readonly framework: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly commitAuthor: string | null;
  readonly pullRequest: string | null;
  /** Target branch of the pull request. */
  readonly targetBranch?: string | null;
  readonly ciUrl: string | null;
  readonly startedAt: Date;
  /** True if the source contains the whole run. It is then not added to an existing run. */
  readonly whole: boolean;
}

/** A source that is about to be read. */
export interface NewSource {
  readonly kind: "file" | "bundle";
  /** File, folder or archive name. */
  readonly name: string;
  readonly format: string;
  /** SHA-256 of the file, or of the bundle's files. */
  readonly contentHash: Buffer;
  /** Distinguishes reports with equal content in a run; empty if nothing does. */
  readonly origin?: string;
  readonly bytes: number;
  readonly shard: number | null;
  /** Upload that contains the source. Its row is inserted with its first source. */
  readonly upload?: OpenUpload;
}

export interface RunRef {
  readonly id: number;
  readonly number: number;
}

/**
 * Returns the run of a source, creating it for the first source. Locks the run until the transaction ends. Returns `null` if the project does not
 * exist.
 */
export async function findOrCreateRun(
  transaction: Db,
  run: NewRun,
  now: Date,
): Promise<(RunRef & { status: RunStatus }) | null> {
  const existing = async () => {
    const { rows } = await sql<RunRef & { status: RunStatus }>`
      update run set last_event_at = now() where project_id = ${run.projectId} and key = ${run.key}
      returning id, number, status
    `.execute(transaction);
    return rows[0];
  };
  const found = await existing();
  if (found !== undefined) return found;
  // Run numbers are assigned one at a time, so concurrent sources wait here.
  await sql`select 1 from run_counter where project_id = ${run.projectId} for update`.execute(transaction);
  const meanwhile = await existing();
  if (meanwhile !== undefined) return meanwhile;
  const { rows } = await sql<RunRef & { status: RunStatus }>`
    with counter as (
      update run_counter set last_number = last_number + 1 where project_id = ${run.projectId} returning last_number
    )
    insert into run (project_id, number, key, build, suite, framework, environment, branch, commit_sha, commit_author,
                     pull_request, target_branch, ci_url, status, started_at, created_at, signature_version)
    select ${run.projectId}, last_number, ${run.key}, ${run.build}, ${run.suite}, ${run.framework}, ${run.environment},
           ${run.branch}, ${run.commit}, ${run.commitAuthor}, ${run.pullRequest}, ${run.targetBranch ?? null}, ${run.ciUrl}, 'running', ${run.startedAt}, ${now}, ${signatureVersion}
      from counter
    returning id, number, status
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Branch and commit of a run, taken from its first source. */
export interface Origin {
  readonly branch: string | null;
  readonly commit: string | null;
}

export async function originOfRun(db: Db, projectId: number, runId: number): Promise<Origin> {
  const { rows } = await sql<Origin>`
    select branch, commit_sha as commit from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  return rows[0] ?? { branch: null, commit: null };
}

/** Adds a source to a run that is still running, with one statement. Returns `null` and changes nothing if more is needed. */
export async function addSource(
  db: Db,
  writer: Pick<Writer, "id">,
  run: NewRun & Pick<RunRef, "id">,
  { upload, ...source }: NewSource,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with held as (
      update run set last_event_at = now()
       where project_id = ${run.projectId} and id = ${run.id} and key = ${run.key} and status = 'running'
      returning id
    )
    insert into upload (project_id, run_id, kind, file_name, format, content_hash, origin, bytes, shard, status, writer, arrival_id)
    select ${run.projectId}, id, ${source.kind}, ${source.name}, ${source.format}, ${source.contentHash}, ${source.origin ?? ""}, ${source.bytes}::bigint,
           ${source.shard}::integer, 'receiving', ${writer.id}::integer, ${upload?.id ?? null}::bigint
      from held
    on conflict (project_id, run_id, content_hash, origin) do nothing
    returning id, ${asyncCommit()}
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Inserts a source that is about to be read. Returns `null` if the run already has its content. */
export async function insertSource(
  transaction: Db,
  writer: Pick<Writer, "id">,
  run: { readonly projectId: number; readonly id: number },
  { upload, ...source }: NewSource,
): Promise<{ readonly id: number; readonly uploadId: number | null } | null> {
  const drawn = upload === undefined ? null : sql`coalesce(${upload.id}::bigint, nextval('arrival_id_seq'))`;
  const { rows } = await sql<{ id: number; uploadId: number | null }>`
    insert into upload (project_id, run_id, kind, file_name, format, content_hash, origin, bytes, shard, status, writer, arrival_id)
    values (${run.projectId}, ${run.id}, ${source.kind}, ${source.name}, ${source.format}, ${source.contentHash}, ${source.origin ?? ""}, ${source.bytes}, ${source.shard}, 'receiving', ${writer.id}, ${drawn})
    on conflict (project_id, run_id, content_hash, origin) do nothing
    returning id, arrival_id as "uploadId"
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns the source of a run that has this content; `null` if there is none. */
export async function sourceWithContent(
  transaction: Db,
  run: { readonly projectId: number; readonly id: number },
  { contentHash, origin = "" }: Pick<NewSource, "contentHash" | "origin">,
): Promise<{ readonly id: number; readonly status: string; readonly writer: number } | null> {
  const { rows } = await sql<{ id: number; status: string; writer: number }>`
    select id, status, writer from upload
     where project_id = ${run.projectId} and run_id = ${run.id} and content_hash = ${contentHash} and origin = ${origin}
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns true if the run has a complete source. */
export async function hasRecorded(transaction: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select from upload where project_id = ${projectId} and run_id = ${runId} and status = 'recorded' limit 1
  `.execute(transaction);
  return rows.length > 0;
}

export interface SourceOutcome {
  readonly sourceId: number;
  readonly tests: number;
  readonly shard: number | null;
  readonly incomplete: boolean;
  /** Reason of the interruption, if the report contains one. */
  readonly interruption: string | null;
  readonly runError: boolean;
  /** Failures that the report declares without listing tests. */
  readonly declaredFailures: number;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  /** Version of the framework, if the report contains it. */
  readonly frameworkVersion: string | null;
  readonly scope: Scope | null;
  readonly scopeReason: string | null;
  /** Where the tests ran, if reported: a target framework, a bot or a module. */
  readonly place: string | null;
  readonly host: string | null;
  /** Machine that sent the upload, if known. */
  readonly senderHost: string | null;
  /** Properties of the report that distinguish executions, such as `device` and `os`. */
  readonly traits: Readonly<Record<string, string>>;
  /** True if the sender declared that these tests ran again. */
  readonly rerun: boolean;
  /** Start in local time, stored as if it were UTC. Set if the report has no time zone. */
  readonly localStartedAt: Date | null;
  /** CI job of the sender, if known. */
  readonly job: string | null;
  readonly jobAttempt: number | null;
}

/** Marks all sources of one request as received, or none. The caller must hold the locks on their runs. */
export async function markRecorded(
  transaction: Db,
  projectId: number,
  outcomes: readonly SourceOutcome[],
): Promise<void> {
  for (const outcome of outcomes) {
    const { rows } = await sql<{ id: number }>`
      update upload
         set status = 'recorded', tests = ${outcome.tests}, shard = ${outcome.shard}, incomplete = ${outcome.incomplete},
             interruption = ${outcome.interruption}, run_error = ${outcome.runError}, declared_failures = ${outcome.declaredFailures}, framework_version = ${outcome.frameworkVersion}, place = ${outcome.place}, host = ${outcome.host}, sender_host = ${outcome.senderHost},
             traits = ${JSON.stringify(outcome.traits)}::jsonb, rerun = ${outcome.rerun}, local_started_at = ${outcome.localStartedAt},
             job = ${outcome.job}, job_attempt = ${outcome.jobAttempt}, started_at = ${outcome.startedAt}, duration_ms = ${outcome.durationMs},
             scope = ${outcome.scope}, scope_reason = ${outcome.scopeReason}
       where project_id = ${projectId} and id = ${outcome.sourceId} and status = 'receiving'
      returning id
    `.execute(transaction);
    if (rows.length === 0) throw new RolledBackError(outcome.sourceId);
  }
}

/** Returns the framework versions of a run's sources. */
export async function frameworkVersions(db: Db, projectId: number, runId: number): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct framework_version as version from upload
     where project_id = ${projectId} and run_id = ${runId} and framework_version is not null
     order by version limit 10
  `.execute(db);
  return rows.map(({ version }) => version);
}
