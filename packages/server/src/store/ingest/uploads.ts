import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { signatureVersion } from "@plumb/analysis/grouping/failure-signature.ts";
import { sql } from "kysely";
import { type ArrivalUnderWay, beginArrival } from "#store/arrivals/arrivals.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import type { Scope } from "#store/runs/partial-runs.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { noteReleased } from "#store/runs/run-removal.ts";
import { moveSuiteState, type SuiteKey } from "#store/runs/suite-states.ts";
import { uncountRuns } from "#store/trends/count-runs.ts";
import { type RunStatusChange, updateRunStatus } from "#store/runs/run-status.ts";
import { asyncCommit } from "#store/async-commit.ts";
import type { Writer } from "#store/writer.ts";

/** A run to create or to add an upload to. */
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
  /** True if the upload contains the whole run. It is then not added to an existing run. */
  readonly whole: boolean;
}

/** A source that is about to be read. */
export interface NewUpload {
  readonly kind: "file" | "bundle";
  /** Name of the file, folder or archive. */
  readonly name: string;
  readonly format: string;
  /** SHA-256 of the file, or of the files of the bundle. */
  readonly contentHash: Buffer;
  /** Distinguishes reports of the same content in a run; empty if nothing does. */
  readonly origin?: string;
  readonly bytes: number;
  readonly shard: number | null;
  /** Upload that contains the source. Its row is inserted with its first source. */
  readonly arrival?: ArrivalUnderWay;
}

export interface RunRef {
  readonly id: number;
  readonly number: number;
}

/**
 * Returns the run of an upload, creating it for the first upload. Locks the run until the transaction ends. Returns `null` if the project does not
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
  // Run numbers are assigned one at a time, so concurrent uploads wait here.
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

/** Branch and commit of a run, taken from its first upload. */
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

export type BegunUpload =
  | { readonly kind: "begun"; readonly run: RunRef; readonly uploadId: number }
  /** The run already contains this file, or the upload is a complete run that exists already. */
  | { readonly kind: "duplicate"; readonly run: RunRef }
  /** The project was deleted while the upload was sent. */
  | { readonly kind: "no_project" }
  /** Another request is currently writing the same content. */
  | { readonly kind: "in_progress" };

/**
 * Opens an upload. Its rows are visible immediately, but it counts as received only after `markRecorded`.
 *
 * @param options `last` is the run of the previous file of the request. If this file belongs to it, one statement is enough.
 */
export async function beginUpload(
  db: Db,
  writer: Writer,
  run: NewRun,
  upload: NewUpload,
  { now, last = null }: { readonly now: Date; readonly last?: RunRef | null },
): Promise<BegunUpload> {
  const added = last === null ? null : await addUpload(db, writer, { ...run, id: last.id }, upload);
  if (last !== null && added !== null) return { kind: "begun", run: last, uploadId: added };
  const begun = await inTransaction(db, async (transaction) => {
    const found = await findOrCreateRun(transaction, run, now);
    if (found === null) return { kind: "no_project" } as const;
    const ref: RunRef = { id: found.id, number: found.number };
    // Checked after locking the run, because another request with the same content may just have finished.
    if (run.whole && (await hasRecorded(transaction, run.projectId, ref.id)))
      return { kind: "duplicate", run: ref } as const;
    const { arrival } = upload;
    const drawn = arrival === undefined ? null : sql`coalesce(${arrival.id}::bigint, nextval('arrival_id_seq'))`;
    const { rows } = await sql<{ id: number; arrivalId: number }>`
      insert into upload (project_id, run_id, kind, file_name, format, content_hash, origin, bytes, shard, status, writer, arrival_id)
      values (${run.projectId}, ${ref.id}, ${upload.kind}, ${upload.name}, ${upload.format}, ${upload.contentHash}, ${upload.origin ?? ""}, ${upload.bytes}, ${upload.shard}, 'receiving', ${writer.id}, ${drawn})
      on conflict (project_id, run_id, content_hash, origin) do nothing
      returning id, arrival_id as "arrivalId"
    `.execute(transaction);
    if (rows[0] !== undefined) {
      const { arrivalId } = rows[0];
      if (arrival !== undefined) await beginArrival(transaction, arrival, arrivalId, writer);
      if (found.status !== "running") await reopen(transaction, run.projectId, [ref.id], now);
      return { kind: "begun", run: ref, uploadId: rows[0].id, arrivalId } as const;
    }
    const { rows: earlier } = await sql<{ id: number; status: string; writer: number }>`
      select id, status, writer from upload
       where project_id = ${run.projectId} and run_id = ${ref.id} and content_hash = ${upload.contentHash} and origin = ${upload.origin ?? ""}
    `.execute(transaction);
    const other = earlier[0];
    if (other === undefined || other.status === "recorded") return { kind: "duplicate", run: ref } as const;
    const alive = !writer.givenUp.has(other.id) && (await writer.isAlive(transaction, other.writer));
    return alive ? ({ kind: "in_progress" } as const) : ({ kind: "abandoned", uploadId: other.id } as const);
  });
  if (begun.kind === "begun" && upload.arrival !== undefined) {
    upload.arrival.id = begun.arrivalId;
    upload.arrival.state = "reading";
  }
  if (begun.kind !== "abandoned") return begun;
  await withdrawUpload(db, run.projectId, begun.uploadId, now);
  return beginUpload(db, writer, run, upload, { now });
}

/** Adds an upload to a run that is still running, with one statement. Returns `null` and changes nothing if more is needed. */
async function addUpload(
  db: Db,
  writer: Pick<Writer, "id">,
  run: NewRun & Pick<RunRef, "id">,
  { arrival, ...upload }: NewUpload,
): Promise<number | null> {
  if (run.whole || (arrival !== undefined && arrival.state !== "reading")) return null;
  const { rows } = await sql<{ id: number }>`
    with held as (
      update run set last_event_at = now()
       where project_id = ${run.projectId} and id = ${run.id} and key = ${run.key} and status = 'running'
      returning id
    )
    insert into upload (project_id, run_id, kind, file_name, format, content_hash, origin, bytes, shard, status, writer, arrival_id)
    select ${run.projectId}, id, ${upload.kind}, ${upload.name}, ${upload.format}, ${upload.contentHash}, ${upload.origin ?? ""}, ${upload.bytes}::bigint,
           ${upload.shard}::integer, 'receiving', ${writer.id}::integer, ${arrival?.id ?? null}::bigint
      from held
    on conflict (project_id, run_id, content_hash, origin) do nothing
    returning id, ${asyncCommit}
  `.execute(db);
  return rows[0]?.id ?? null;
}

async function hasRecorded(transaction: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select from upload where project_id = ${projectId} and run_id = ${runId} and status = 'recorded' limit 1
  `.execute(transaction);
  return rows.length > 0;
}

/** Resumes ended runs. Their counters will change, so the trends exclude them until they end again. */
export async function reopen(transaction: Db, projectId: number, runIds: readonly number[], now: Date): Promise<void> {
  await uncountRuns(transaction, projectId, runIds);
  for (const runId of runIds) await updateRunStatus(transaction, { projectId, runId, now });
}

export interface UploadOutcome {
  readonly uploadId: number;
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
  /** Where the tests ran, if the report contains it: a target framework, a bot or a module. */
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

/** Marks all uploads of one request as received, or none. The caller must hold the locks on their runs. */
export async function markRecorded(
  transaction: Db,
  projectId: number,
  outcomes: readonly UploadOutcome[],
): Promise<void> {
  for (const outcome of outcomes) {
    const { rows } = await sql<{ id: number }>`
      update upload
         set status = 'recorded', tests = ${outcome.tests}, shard = ${outcome.shard}, incomplete = ${outcome.incomplete},
             interruption = ${outcome.interruption}, run_error = ${outcome.runError}, declared_failures = ${outcome.declaredFailures}, framework_version = ${outcome.frameworkVersion}, place = ${outcome.place}, host = ${outcome.host}, sender_host = ${outcome.senderHost},
             traits = ${JSON.stringify(outcome.traits)}::jsonb, rerun = ${outcome.rerun}, local_started_at = ${outcome.localStartedAt},
             job = ${outcome.job}, job_attempt = ${outcome.jobAttempt}, started_at = ${outcome.startedAt}, duration_ms = ${outcome.durationMs},
             scope = ${outcome.scope}, scope_reason = ${outcome.scopeReason}
       where project_id = ${projectId} and id = ${outcome.uploadId} and status = 'receiving'
      returning id
    `.execute(transaction);
    if (rows.length === 0) throw new Error(`Upload ${outcome.uploadId} was rolled back while it was being written.`);
  }
}

/** Returns the framework versions of the sources of a run. */
export async function frameworkVersions(db: Db, projectId: number, runId: number): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct framework_version as version from upload
     where project_id = ${projectId} and run_id = ${runId} and framework_version is not null
     order by version limit 10
  `.execute(db);
  return rows.map(({ version }) => version);
}

/**
 * Rolls an upload back: deletes its results, details, artifacts and problems, and the run if it is empty. Results that it superseded count again.
 * Returns `null` if the upload was already rolled back or completed.
 */
export async function withdrawUpload(
  db: Db,
  projectId: number,
  uploadId: number,
  now: Date,
): Promise<RunStatusChange | null> {
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql<SuiteKey & { runId: number }>`
      select r.id as "runId", r.suite, r.environment, r.branch
        from upload u
        join run r on r.project_id = u.project_id and r.id = u.run_id
       where u.project_id = ${projectId} and u.id = ${uploadId}
         for update of r
    `.execute(transaction);
    const [run] = rows;
    if (run === undefined) return null;
    const { runId } = run;
    // The run is locked, so the upload cannot be marked as received after this check.
    const { rows: unfinished } = await sql`
      select from upload where project_id = ${projectId} and id = ${uploadId} and status = 'receiving' for update
    `.execute(transaction);
    if (unfinished.length === 0) return null;
    await sql`
      with gone as (
        delete from artifact where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId}
        returning blob_hash
      ), ${noteReleased(projectId)}
      select 1
    `.execute(transaction);
    for (const table of ["problem", "run_output", "result_detail"]) {
      await sql`delete from ${sql.table(table)} where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId}`.execute(
        transaction,
      );
    }
    await sql`delete from result where project_id = ${projectId} and run_id = ${runId} and upload_id = ${uploadId}`.execute(
      transaction,
    );
    await sql`
      update result r
         set superseded_by = (
               select later.upload_id from result later
                where later.project_id = r.project_id and later.run_id = r.run_id and later.test_id = r.test_id
                  and later.occurrence = r.occurrence and later.generation > r.generation
                order by later.generation limit 1)
       where project_id = ${projectId} and run_id = ${runId} and superseded_by = ${uploadId}
    `.execute(transaction);
    await sql`delete from upload where project_id = ${projectId} and id = ${uploadId}`.execute(transaction);
    await recountRun(transaction, projectId, runId);
    // Reuses the number of the deleted run, unless the next run already has a number.
    await sql`
      with gone as (
        delete from run r
         where project_id = ${projectId} and id = ${runId}
           and not exists (select 1 from upload u where u.project_id = r.project_id and u.run_id = r.id)
        returning r.number
      )
      update run_counter c set last_number = gone.number - 1
        from gone where c.project_id = ${projectId} and c.last_number = gone.number
    `.execute(transaction);
    await moveSuiteState(transaction, { projectId, runId }, run);
    return updateRunStatus(transaction, { projectId, runId, now });
  });
}

/**
 * Rolls back unfinished uploads of processes that no longer exist, and returns the new status of their runs. Live
 * sources outlive their process and are not affected.
 */
export async function withdrawAbandoned(db: Db, writer: Writer, now: Date): Promise<RunStatusChange[]> {
  const { rows } = await sql<{ projectId: number; id: number; writer: number }>`
    select project_id as "projectId", id, writer from upload where status = 'receiving' and kind <> 'live' order by id
  `.execute(db);
  const withdrawn: RunStatusChange[] = [];
  for (const upload of rows) {
    const alive =
      !writer.givenUp.has(upload.id) &&
      (await inTransaction(db, (transaction) => writer.isAlive(transaction, upload.writer)));
    if (alive) continue;
    const statusChange = await withdrawUpload(db, upload.projectId, upload.id, now);
    writer.givenUp.delete(upload.id);
    if (statusChange !== null) withdrawn.push(statusChange);
  }
  return withdrawn;
}
