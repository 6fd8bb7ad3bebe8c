import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { runColumns } from "./runs.ts";
import type { SuiteKey } from "./suite-states.ts";

export interface RunKey {
  readonly projectId: number;
  readonly runId: number;
}

/** Selection of tests as reported by the sender; see migration 0240. */
export type Scope = "whole" | "filter" | "part";

/** Which tests of the suite a sender selected, and the reason for not selecting all. */
export interface ReportedScope {
  readonly scope: Scope | null;
  readonly scopeReason: string | null;
}

/** A source of a run, with the facts that determine the run's status. */
export interface ReceivedSource extends ReportedScope {
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
  /** True if a later source contains all its tests, so its failure no longer counts. */
  readonly repeated: boolean;
  readonly receivedAt: Date;
  readonly tests: number;
}

export interface RunCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly shardTotal: number;
  readonly startedAt: Date;
}

interface LockedRun extends RunCounts, SuiteKey {
  readonly removed: boolean;
}

/** Locks a run and returns its counters; `null` if it does not exist. */
export async function lockRunCounts(transaction: Db, { projectId, runId }: RunKey): Promise<LockedRun | null> {
  const { rows } = await sql<LockedRun>`
    select total, passed, failed, errored, shard_total as "shardTotal", started_at as "startedAt", suite, environment, branch,
           removed_at is not null as removed
      from run where project_id = ${projectId} and id = ${runId} for no key update
  `.execute(transaction);
  return rows[0] ?? null;
}

/**
 * Locks a run and returns true if it can be arranged. A deleted run cannot. A run that is receiving a source can only be arranged after it
 * stops expecting missing parts.
 */
export async function lockForArranging(transaction: Db, { projectId, runId }: RunKey, silent: boolean) {
  const { rows } = await sql<{ isReady: boolean }>`
    select ${silent} or not exists (
             select from upload u where u.project_id = ${projectId} and u.run_id = r.id and u.status = 'receiving' and u.repeated_by is null) as "isReady"
      from run r where r.project_id = ${projectId} and r.id = ${runId} and r.removed_at is null
       for no key update
  `.execute(transaction);
  return rows[0]?.isReady === true;
}

export async function receivedSources(transaction: Db, { projectId, runId }: RunKey): Promise<ReceivedSource[]> {
  const { rows } = await sql<ReceivedSource>`
    select id, file_name as path, kind, status, shard, incomplete, run_error as "runError", declared_failures as "declaredFailures", started_at as "startedAt", duration_ms as "durationMs",
           interruption, scope, scope_reason as "scopeReason", received_at as "receivedAt", tests, repeated_by is not null as repeated
      from upload where project_id = ${projectId} and run_id = ${runId}
  `.execute(transaction);
  return rows;
}

/** Stores a run's status. Returns how often it has been updated. */
export async function writeRunStatus(
  transaction: Db,
  { projectId, runId }: RunKey,
  run: {
    readonly status: RunStatus;
    readonly startedAt: Date;
    readonly endedAt: Date | null;
    readonly durationMs: number | null;
    readonly interruption: string | null;
    readonly partial: string | null;
  },
): Promise<number> {
  const { rows } = await sql<{ changeNumber: number }>`
    update run
       set status = ${run.status}, started_at = ${run.startedAt}, ended_at = ${run.endedAt}, duration_ms = ${run.durationMs},
           interruption = ${run.interruption}, partial = ${run.partial}, last_event_at = now(), judgement = judgement + 1
     where project_id = ${projectId} and id = ${runId}
    returning judgement as "changeNumber"
  `.execute(transaction);
  return rows[0]?.changeNumber ?? 0;
}

/** Returns a run's row for the job that follows a status update, because the run may change before the job starts. */
export async function runSnapshot(transaction: Db, { projectId, runId }: RunKey): Promise<object | null> {
  const { rows } = await sql<{ run: object }>`
    select to_jsonb(told) as run
      from (select ${runColumns(projectId)} from run r where r.project_id = ${projectId} and r.id = ${runId}) told
  `.execute(transaction);
  return rows[0]?.run ?? null;
}

/** Adds facts about the run as a whole. Keeps the row locked until the transaction ends. */
export async function addRunFacts(
  transaction: Db,
  { projectId, runId }: RunKey,
  { shardTotal, metadata }: { readonly shardTotal: number; readonly metadata: Record<string, string> },
): Promise<void> {
  await sql`
    update run
       set shard_total = greatest(shard_total, ${shardTotal}), metadata = metadata || ${JSON.stringify(metadata)}::jsonb
     where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
}

export async function hasSeveralSources(transaction: Db, { projectId, runId }: RunKey): Promise<boolean> {
  const { rows } = await sql`
    select 1 from upload where project_id = ${projectId} and run_id = ${runId} limit 2
  `.execute(transaction);
  return rows.length > 1;
}
