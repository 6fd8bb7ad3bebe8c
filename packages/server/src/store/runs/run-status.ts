import { dayMs } from "@plumb/contract/durations.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { arrangeRun } from "#store/ingest/arrange/arrange-run.ts";
import { writeProblems } from "#store/ingest/arrange/problems.ts";
import { insertJob } from "#store/jobs/queue.ts";
import { recountAuthors } from "./run-authors.ts";
import { recountRun } from "./recount-run.ts";
import { neighboursOf, type ReportedScope, whyPartial } from "./partial-runs.ts";
import { moveSuiteState, type SuiteKey } from "./suite-states.ts";
import { runColumns } from "./runs.ts";

interface Received extends ReportedScope {
  readonly id: number;
  readonly path: string;
  readonly kind: "file" | "bundle" | "live";
  readonly status: "receiving" | "recorded";
  readonly shard: number | null;
  readonly incomplete: boolean;
  readonly runError: boolean;
  /** Failures that the report declares without listing tests. */
  readonly declaredFailures: number;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  /** Reason of the interruption, as sent by the reporter. */
  readonly interruption: string | null;
  /** True if a later upload contains all its tests, so its failure no longer counts. */
  readonly repeated: boolean;
  readonly receivedAt: Date;
  readonly tests: number;
}

interface Counted {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly shardTotal: number;
  readonly startedAt: Date;
}

interface KnownRun extends Counted, SuiteKey {
  readonly removed: boolean;
}

/** Status of a run after an update. */
export interface RunStatusChange {
  readonly projectId: number;
  readonly runId: number;
  /** Number of status updates of the run, including this one. Listeners use it to detect repeats. */
  readonly changeNumber: number;
  /** `null` if the run was deleted. */
  readonly status: RunStatus | null;
  /** Its tests. */
  readonly total: number;
}

interface RunToUpdate {
  readonly projectId: number;
  readonly runId: number;
  readonly now: Date;
  /** True if no event has arrived for so long that missing parts are no longer expected. */
  readonly silent?: boolean;
  /** Reason to show for a run that stopped sending. */
  readonly silence?: string;
  /** Start of the run; `null` for the start in its reports; undefined to keep it. */
  readonly startedAt?: Date | null;
  /** Minimum duration in milliseconds, if the reports have no times. */
  readonly wallMs?: number;
}

/**
 * Updates status, end and duration of a run. Everything that ends, interrupts, reopens or changes a run calls this
 * in its transaction, which also queues a job (`run-judged`) for the listeners.
 */
export async function updateRunStatus(transaction: Db, run: RunToUpdate): Promise<RunStatusChange> {
  const { projectId, runId, now } = run;
  await arrange(transaction, run);
  const { rows } = await sql<KnownRun>`
    select total, passed, failed, errored, shard_total as "shardTotal", started_at as "startedAt", suite, environment, branch,
           removed_at is not null as removed
      from run where project_id = ${projectId} and id = ${runId} for no key update
  `.execute(transaction);
  const [counted] = rows;
  if (counted === undefined || counted.removed) {
    if (counted !== undefined) await moveSuiteState(transaction, run, counted);
    const gone: RunStatusChange = { projectId, runId, changeNumber: 0, status: null, total: 0 };
    await queueListeners(transaction, gone, null, now);
    return gone;
  }
  const { rows: uploads } = await sql<Received>`
    select id, file_name as path, kind, status, shard, incomplete, run_error as "runError", declared_failures as "declaredFailures", started_at as "startedAt", duration_ms as "durationMs",
           interruption, scope, scope_reason as "scopeReason", received_at as "receivedAt", tests, repeated_by is not null as repeated
      from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  const status = statusOf(counted, uploads, run.silent);
  const interruption = whyInterrupted(status, counted, uploads, run);
  const span = timeSpent(uploads);
  const newStart = run.startedAt === undefined ? counted.startedAt : run.startedAt;
  const startedAt = newStart ?? span.startedAt ?? counted.startedAt;
  const partial = await partialReason(transaction, run, { ...counted, startedAt, status, uploads });
  const wallMs = Math.max(span.wallMs, run.wallMs ?? 0);
  const endedAt = status === "running" || span.durationMs === null ? null : new Date(startedAt.getTime() + wallMs);
  const { rows: changed } = await sql<{ changeNumber: number }>`
    update run
       set status = ${status}, started_at = ${startedAt}, ended_at = ${endedAt}, duration_ms = ${span.durationMs},
           interruption = ${interruption}, partial = ${partial}, last_event_at = now(), judgement = judgement + 1
     where project_id = ${projectId} and id = ${runId}
    returning judgement as "changeNumber"
  `.execute(transaction);
  if (uploads.length > 1) await writeProblems(transaction, run, "dates", strangeDates(uploads));
  if (uploads.some(({ declaredFailures }) => declaredFailures > 0))
    await writeProblems(transaction, run, "declared", unlistedFailures(counted, uploads));
  await moveSuiteState(transaction, run, counted);
  const change = { projectId, runId, changeNumber: changed[0]?.changeNumber ?? 0, status, total: counted.total };
  await queueListeners(transaction, change, await snapshot(transaction, projectId, runId), now);
  return change;
}

async function partialReason(
  transaction: Db,
  { projectId, runId }: RunToUpdate,
  run: KnownRun & { readonly status: RunStatus; readonly uploads: readonly Received[] },
): Promise<string | null> {
  const { status, startedAt, passed, failed, errored, uploads } = run;
  const cameToEnd = status === "completed" || status === "failed";
  if (!cameToEnd && uploads.every(({ scope }) => scope === null)) return null;
  const ran = cameToEnd ? passed + failed + errored : null;
  return whyPartial(uploads, ran, await neighboursOf(transaction, { projectId, runId, startedAt }, run));
}

/** Arranges the results when all uploads have arrived or no more are expected. Locks the run first, in the same order as writing results. */
async function arrange(transaction: Db, { projectId, runId, silent = false }: RunToUpdate): Promise<void> {
  const { rows } = await sql<{ isReady: boolean }>`
    select ${silent} or not exists (
             select from upload u where u.project_id = r.project_id and u.run_id = r.id and u.status = 'receiving' and u.repeated_by is null) as "isReady"
      from run r where r.project_id = ${projectId} and r.id = ${runId} and r.removed_at is null
       for no key update
  `.execute(transaction);
  if (rows[0]?.isReady !== true) return;
  if (await arrangeRun(transaction, { projectId, runId })) await recountRun(transaction, projectId, runId);
}

/** Returns problems for reports that are dated on another day than the rest of the run. */
function strangeDates(uploads: readonly Received[]) {
  const dating = new Set(datingUploads(uploads));
  const first = Math.min(...[...dating].map(startOf));
  return uploads
    .filter((upload) => upload.startedAt !== null && !dating.has(upload))
    .slice(0, 20)
    .map((upload) => {
      const { id, path } = upload;
      const days = Math.max(1, Math.round(Math.abs(startOf(upload) - first) / dayMs));
      const reason = `This report is dated ${new Date(startOf(upload)).toISOString().slice(0, 10)}, ${days} ${days === 1 ? "day" : "days"} apart from the rest of the run. Its tests count. If an earlier build left it behind, delete it before the next one.`;
      return { uploadId: id, severity: "warning" as const, file: path, reason };
    });
}

/** Returns errors for summaries that declare more failures than the tests of the run have. */
function unlistedFailures({ failed, errored }: Counted, uploads: readonly Received[]) {
  const listed = failed + errored;
  return uploads
    .filter(({ declaredFailures, repeated }) => declaredFailures > listed && !repeated)
    .slice(0, 20)
    .map(({ id, path, declaredFailures }) => {
      const count = declaredFailures === 1 ? "1 failure" : `${declaredFailures} failures`;
      const found = listed === 0 ? "no test of the run failed" : `only ${listed} of the run's tests failed`;
      const reason = `This summary declares ${count}, but ${found}. Upload the reports of its tests, too: for Failsafe, the TEST-*.xml files in its folder.`;
      return { uploadId: id, severity: "error" as const, file: path, reason };
    });
}

/** Inserts the job that sends the event. The events of a run are sent one at a time, in the order of its status updates. */
async function queueListeners(
  transaction: Db,
  { projectId, runId, changeNumber }: RunStatusChange,
  run: object | null,
  now: Date,
): Promise<void> {
  const data = { runId, judgement: changeNumber, judgedAt: now.toISOString(), run };
  await insertJob(transaction, { kind: "run-judged", projectId, target: String(runId), data, now });
}

/** Returns a snapshot of the run, because it may resume before the listeners are called. */
async function snapshot(transaction: Db, projectId: number, runId: number): Promise<object | null> {
  const { rows } = await sql<{ run: object }>`
    select to_jsonb(told) as run
      from (select ${runColumns} from run r where r.project_id = ${projectId} and r.id = ${runId}) told
  `.execute(transaction);
  return rows[0]?.run ?? null;
}

/** Adds facts about the whole run. Keeps the row locked until the transaction ends. */
export async function describeRun(
  transaction: Db,
  run: {
    projectId: number;
    runId: number;
    shardTotal: number;
    metadata: Record<string, string>;
  },
): Promise<void> {
  await sql`
    update run
       set shard_total = greatest(shard_total, ${run.shardTotal}), metadata = metadata || ${JSON.stringify(run.metadata)}::jsonb
     where project_id = ${run.projectId} and id = ${run.runId}
  `.execute(transaction);
  const { rows: uploads } = await sql`
    select 1 from upload where project_id = ${run.projectId} and run_id = ${run.runId} limit 2
  `.execute(transaction);
  // Authors are only recounted after several reports, because one report supersedes no results.
  if (uploads.length > 1) await recountAuthors(transaction, run.projectId, run.runId);
}

/**
 * Returns the status of a run. Failed takes precedence over interrupted, and a run without tests never passes.
 *
 * @param silent True if missing parts are no longer expected.
 */
export function statusOf(
  run: Pick<Counted, "total" | "failed" | "errored" | "shardTotal">,
  uploads: readonly Pick<
    Received,
    "declaredFailures" | "incomplete" | "kind" | "repeated" | "runError" | "shard" | "status"
  >[],
  silent = false,
): RunStatus {
  const standing = uploads.filter(({ repeated }) => !repeated);
  const broke = standing.some(({ kind, status }) => silent && kind === "live" && status === "receiving");
  if (standing.some(({ status }) => status === "receiving") && !broke) return "running";
  const shards = new Set(uploads.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const missing = shards.size > 0 && shards.size < run.shardTotal;
  if (missing && !silent) return "running";
  const failures = run.failed + run.errored;
  if (failures > 0 || standing.some(({ runError, declaredFailures }) => runError || declaredFailures > failures))
    return "failed";
  if (missing || broke || standing.some(({ incomplete }) => incomplete)) return "interrupted";
  return run.total === 0 ? "failed" : "completed";
}

/** Returns the reason of the interruption, even if the status is failed. */
function whyInterrupted(
  status: RunStatus,
  run: Counted,
  uploads: readonly Received[],
  { silent = false, silence = null }: { readonly silent?: boolean; readonly silence?: string | null },
): string | null {
  if (status === "running") return null;
  const standing = uploads.filter(({ repeated }) => !repeated);
  const reason = standing.find(({ interruption }) => interruption !== null)?.interruption ?? null;
  const shards = new Set(uploads.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const isMissing =
    standing.some((upload) => upload.status === "receiving") || (shards.size > 0 && shards.size < run.shardTotal);
  return reason ?? (silent && isMissing ? silence : null);
}

type Timed = Pick<Received, "durationMs" | "receivedAt" | "startedAt" | "tests">;

/**
 * Returns the reports that date a run: those that arrived within a day after their end. This excludes files that an earlier build left behind, and
 * devices whose clock is years behind. If all reports arrived later, for example in an import of old reports, returns the group of adjacent days with
 * the most tests.
 */
export function datingUploads<Upload extends Timed>(uploads: readonly Upload[]): Upload[] {
  const dated = uploads.filter(({ startedAt }) => startedAt !== null);
  const fresh = dated.filter((upload) => upload.receivedAt.getTime() - endOf(upload) <= dayMs);
  if (fresh.length > 0) return fresh;
  const groups: Upload[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const upload of dated.toSorted((a, b) => startOf(a) - startOf(b))) {
    const group = groups.at(-1);
    if (group === undefined || startOf(upload) > end + dayMs) groups.push([upload]);
    else group.push(upload);
    end = Math.max(end, endOf(upload));
  }
  const testsOf = (group: readonly Upload[]) => group.reduce((sum, { tests }) => sum + tests, 0);
  return groups.toSorted((a, b) => testsOf(a) - testsOf(b)).at(-1) ?? [];
}

function startOf({ startedAt }: Pick<Timed, "startedAt">): number {
  return startedAt?.getTime() ?? 0;
}

function endOf(upload: Pick<Timed, "durationMs" | "startedAt">): number {
  return startOf(upload) + (upload.durationMs ?? 0);
}

/**
 * Returns start and duration of a run. The duration is the time covered by at least one of the reports that date it: parallel shards count once, and
 * the hours before a retried job do not count. Reports without a start are added.
 */
export function timeSpent(uploads: readonly Timed[]): {
  startedAt: Date | null;
  durationMs: number | null;
  wallMs: number;
} {
  const dating = datingUploads(uploads);
  const placed = dating
    .filter(({ durationMs }) => durationMs !== null)
    .map((upload) => ({ start: startOf(upload), end: endOf(upload) }))
    .toSorted((a, b) => a.start - b.start);
  const first = dating.length === 0 ? null : Math.min(...dating.map(startOf));
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of placed) {
    if (end <= until) continue;
    covered += end - Math.max(start, until);
    until = end;
  }
  const undated = uploads.filter(({ startedAt, durationMs }) => startedAt === null && durationMs !== null);
  const loose = undated.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  return {
    startedAt: first === null ? null : new Date(first),
    durationMs: placed.length + undated.length === 0 ? null : covered + loose,
    wallMs: first === null || placed.length === 0 ? loose : Math.max(until - first, loose),
  };
}
