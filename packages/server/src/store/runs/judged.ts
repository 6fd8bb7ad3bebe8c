import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { insertJob } from "#store/jobs/queue.ts";
import { recountAuthors } from "#store/runs/run-authors.ts";
import { neighboursOf, type SaidScope, whyPartial } from "#store/runs/partial-runs.ts";
import { moveSuiteState, type SuiteKey } from "#store/runs/suite-states.ts";
import { runColumns } from "#store/runs/runs.ts";

interface Received extends SaidScope {
  readonly kind: "file" | "bundle" | "live";
  readonly status: "receiving" | "recorded";
  readonly shard: number | null;
  readonly incomplete: boolean;
  readonly runError: boolean;
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  /** Why it broke off, in its reporter's words. */
  readonly interruption: string | null;
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

/** What a run came to, at one moment. */
export interface Judgement {
  readonly projectId: number;
  readonly runId: number;
  /** How often the run has been judged, this one included; whoever is told twice knows it by this. */
  readonly judgement: number;
  /** Null: it is gone. */
  readonly status: RunStatus | null;
  /** Its tests. */
  readonly total: number;
}

interface JudgedRun {
  readonly projectId: number;
  readonly runId: number;
  readonly now: Date;
  /** Nothing was heard of it for so long that what is missing will not come. */
  readonly silent?: boolean;
  /** What people read of a run that fell silent. */
  readonly silence?: string;
  /** When it started; null: as its reports say. Without it that stays as it is. */
  readonly startedAt?: Date | null;
  /** From start to end at least, where the reports' own times do not say it; milliseconds. */
  readonly wallMs?: number;
}

/**
 * Judges a run: its status, its end and its duration. Whatever ends, interrupts, reopens or changes a run comes through
 * here, in the transaction that changes it, which with this keeps one job that tells everybody of it (`run-judged`).
 */
export async function judged(transaction: Db, run: JudgedRun): Promise<Judgement> {
  const { projectId, runId, now } = run;
  const { rows } = await sql<KnownRun>`
    select total, passed, failed, errored, shard_total as "shardTotal", started_at as "startedAt", suite, environment, branch,
           removed_at is not null as removed
      from run where project_id = ${projectId} and id = ${runId} for no key update
  `.execute(transaction);
  const [counted] = rows;
  if (counted === undefined || counted.removed) {
    if (counted !== undefined) await moveSuiteState(transaction, run, counted);
    const gone: Judgement = { projectId, runId, judgement: 0, status: null, total: 0 };
    await tell(transaction, gone, null, now);
    return gone;
  }
  const { rows: uploads } = await sql<Received>`
    select kind, status, shard, incomplete, run_error as "runError", started_at as "startedAt", duration_ms as "durationMs",
           interruption, scope, scope_reason as "scopeReason"
      from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  const status = judge(counted, uploads, run.silent);
  const interruption = whyInterrupted(status, counted, uploads, run);
  const span = timeSpent(uploads);
  const told = run.startedAt === undefined ? counted.startedAt : run.startedAt;
  const startedAt = told ?? span.startedAt ?? counted.startedAt;
  const partial = await partialReason(transaction, run, { ...counted, startedAt, status, uploads });
  const wallMs = Math.max(span.wallMs, run.wallMs ?? 0);
  const endedAt = status === "running" || span.durationMs === null ? null : new Date(startedAt.getTime() + wallMs);
  const { rows: changed } = await sql<{ judgement: number }>`
    update run
       set status = ${status}, started_at = ${startedAt}, ended_at = ${endedAt}, duration_ms = ${span.durationMs},
           interruption = ${interruption}, partial = ${partial}, last_event_at = now(), judgement = judgement + 1
     where project_id = ${projectId} and id = ${runId}
    returning judgement
  `.execute(transaction);
  await moveSuiteState(transaction, run, counted);
  const judgement = { projectId, runId, judgement: changed[0]?.judgement ?? 0, status, total: counted.total };
  await tell(transaction, judgement, await snapshot(transaction, projectId, runId), now);
  return judgement;
}

async function partialReason(
  transaction: Db,
  { projectId, runId }: JudgedRun,
  run: KnownRun & { readonly status: RunStatus; readonly uploads: readonly Received[] },
): Promise<string | null> {
  const { status, startedAt, passed, failed, errored, uploads } = run;
  const cameToEnd = status === "completed" || status === "failed";
  if (!cameToEnd && uploads.every(({ scope }) => scope === null)) return null;
  const ran = cameToEnd ? passed + failed + errored : null;
  return whyPartial(uploads, ran, await neighboursOf(transaction, { projectId, runId, startedAt }, run));
}

/** The one row of the outbox. Each run's are told one after the other, in the order of its judgements. */
async function tell(
  transaction: Db,
  { projectId, runId, judgement }: Judgement,
  run: object | null,
  now: Date,
): Promise<void> {
  const data = { runId, judgement, judgedAt: now.toISOString(), run };
  await insertJob(transaction, { kind: "run-judged", projectId, target: String(runId), data, now });
}

/** The run as it is at this moment: it may go on before somebody is told. */
async function snapshot(transaction: Db, projectId: number, runId: number): Promise<object | null> {
  const { rows } = await sql<{ run: object }>`
    select to_jsonb(told) as run
      from (select ${runColumns} from run r where r.project_id = ${projectId} and r.id = ${runId}) told
  `.execute(transaction);
  return rows[0]?.run ?? null;
}

/** Adds what a report says of its whole run. The row stays locked until the transaction ends. */
export async function describeRun(
  transaction: Db,
  run: {
    projectId: number;
    runId: number;
    shardTotal: number;
    metadata: Record<string, string>;
    tags: readonly string[];
  },
): Promise<void> {
  await sql`
    update run
       set shard_total = greatest(shard_total, ${run.shardTotal}), metadata = metadata || ${JSON.stringify(run.metadata)}::jsonb,
           tags = tags || ${run.tags}::text[]
     where project_id = ${run.projectId} and id = ${run.runId}
  `.execute(transaction);
  const { rows: uploads } = await sql`
    select 1 from upload where project_id = ${run.projectId} and run_id = ${run.runId} limit 2
  `.execute(transaction);
  // One report alone supersedes nothing, so its authors were right from the start.
  if (uploads.length > 1) await recountAuthors(transaction, run.projectId, run.runId);
}

/** Red beats unfinished, and a run without a single test is never green. @param silent What is missing will not come. */
export function judge(
  run: Pick<Counted, "total" | "failed" | "errored" | "shardTotal">,
  uploads: readonly Omit<Received, "interruption" | "scope" | "scopeReason">[],
  silent = false,
): RunStatus {
  const broke = uploads.some(({ kind, status }) => silent && kind === "live" && status === "receiving");
  if (uploads.some(({ status }) => status === "receiving") && !broke) return "running";
  const shards = new Set(uploads.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const missing = shards.size > 0 && shards.size < run.shardTotal;
  if (missing && !silent) return "running";
  if (run.failed + run.errored > 0 || uploads.some(({ runError }) => runError)) return "failed";
  if (missing || broke || uploads.some(({ incomplete }) => incomplete)) return "interrupted";
  return run.total === 0 ? "failed" : "completed";
}

/** Red beats unfinished in the status; what broke the run off is said all the same. */
function whyInterrupted(
  status: RunStatus,
  run: Counted,
  uploads: readonly Received[],
  { silent = false, silence = null }: { readonly silent?: boolean; readonly silence?: string | null },
): string | null {
  if (status === "running") return null;
  const said = uploads.find(({ interruption }) => interruption !== null)?.interruption ?? null;
  const shards = new Set(uploads.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const isMissing =
    uploads.some((upload) => upload.status === "receiving") || (shards.size > 0 && shards.size < run.shardTotal);
  return said ?? (silent && isMissing ? silence : null);
}

/**
 * How long the run took: time covered by at least one of its reports, so that shards side by side count once and the
 * hours before a retried job count not at all. Reports that do not say when they ran are added up.
 */
export function timeSpent(uploads: readonly Pick<Received, "startedAt" | "durationMs">[]): {
  startedAt: Date | null;
  durationMs: number | null;
  wallMs: number;
} {
  const known = uploads.filter((upload) => upload.durationMs !== null) as {
    startedAt: Date | null;
    durationMs: number;
  }[];
  const placed = known
    .flatMap(({ startedAt, durationMs }) =>
      startedAt === null ? [] : [{ start: startedAt.getTime(), end: startedAt.getTime() + durationMs }],
    )
    .toSorted((a, b) => a.start - b.start);
  const starts = uploads.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt.getTime()]));
  const first = starts.length === 0 ? null : Math.min(...starts);
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of placed) {
    if (end <= until) continue;
    covered += end - Math.max(start, until);
    until = end;
  }
  const loose = known.reduce((sum, { startedAt, durationMs }) => sum + (startedAt === null ? durationMs : 0), 0);
  return {
    startedAt: first === null ? null : new Date(first),
    durationMs: known.length === 0 ? null : covered + loose,
    wallMs: first === null || placed.length === 0 ? loose : Math.max(until - first, loose),
  };
}
