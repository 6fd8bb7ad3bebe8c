import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import { arrangeRun } from "#runs/arrange/arrange-run.ts";
import { writeProblems } from "#store/ingest/problems.ts";
import { insertJob } from "#store/jobs/queue.ts";
import { neighboursOf } from "#store/runs/neighbours.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import {
  lockForArranging,
  lockRunCounts,
  type ReceivedSource,
  receivedSources,
  type RunCounts,
  runSnapshot,
  writeRunStatus,
} from "#store/runs/status-rows.ts";
import { moveSuiteState, type SuiteKey } from "#store/runs/suite-states.ts";
import { whyPartial } from "./partial-runs.ts";
import { statusOf, strangeDates, timeSpent, unlistedFailures, whyInterrupted } from "./run-status.ts";

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
  /** True if the run has been silent for so long that missing parts are no longer expected. */
  readonly silent?: boolean;
  /** Reason to show for a run that stopped sending. */
  readonly silence?: string;
  /** Start of the run; `null` for the start in its reports; undefined to keep it. */
  readonly startedAt?: Date | null;
  /** Minimum duration in milliseconds, if the reports have no times. */
  readonly wallMs?: number;
}

/**
 * Updates status, end and duration of a run. Code that ends, interrupts, reopens or changes a run calls this in its transaction, which also queues a
 * job (`run-judged`) for the listeners.
 */
export async function updateRunStatus(transaction: Db, run: RunToUpdate): Promise<RunStatusChange> {
  const { projectId, runId, now } = run;
  await arrange(transaction, run);
  const counted = await lockRunCounts(transaction, run);
  if (counted === null || counted.removed) {
    if (counted !== null) await moveSuiteState(transaction, run, counted);
    const removed: RunStatusChange = { projectId, runId, changeNumber: 0, status: null, total: 0 };
    await queueListeners(transaction, removed, null, now);
    return removed;
  }
  const sources = await receivedSources(transaction, run);
  const status = statusOf(counted, sources, run.silent);
  const interruption = whyInterrupted(status, counted, sources, run);
  const { wallMs, durationMs, ...span } = timeSpent(sources);
  const newStart = run.startedAt === undefined ? counted.startedAt : run.startedAt;
  const startedAt = newStart ?? span.startedAt ?? counted.startedAt;
  const partial = await partialReason(transaction, run, { ...counted, startedAt, status, sources });
  const endedAt =
    status === "running" || durationMs === null
      ? null
      : new Date(startedAt.getTime() + Math.max(wallMs, run.wallMs ?? 0));
  const updated = { status, startedAt, endedAt, durationMs, interruption, partial };
  const changeNumber = await writeRunStatus(transaction, run, updated);
  if (sources.length > 1) await writeProblems(transaction, run, "dates", strangeDates(sources));
  if (sources.some(({ declaredFailures }) => declaredFailures > 0))
    await writeProblems(transaction, run, "declared", unlistedFailures(counted, sources));
  await moveSuiteState(transaction, run, counted);
  const change = { projectId, runId, changeNumber, status, total: counted.total };
  await queueListeners(transaction, change, await runSnapshot(transaction, run), now);
  return change;
}

async function partialReason(
  transaction: Db,
  { projectId, runId }: RunToUpdate,
  run: RunCounts & SuiteKey & { readonly status: RunStatus; readonly sources: readonly ReceivedSource[] },
): Promise<string | null> {
  const { status, startedAt, passed, failed, errored, sources } = run;
  const cameToEnd = status === "completed" || status === "failed";
  if (!cameToEnd && sources.every(({ scope }) => scope === null)) return null;
  const ran = cameToEnd ? passed + failed + errored : null;
  return whyPartial(sources, ran, await neighboursOf(transaction, { projectId, runId, startedAt }, run));
}

/** Arranges the results when all sources have arrived or no more are expected. Locks the run first, in the same order as writing results. */
async function arrange(transaction: Db, { projectId, runId, silent = false }: RunToUpdate): Promise<void> {
  if (!(await lockForArranging(transaction, { projectId, runId }, silent))) return;
  if (await arrangeRun(transaction, { projectId, runId })) await recountRun(transaction, projectId, runId);
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
