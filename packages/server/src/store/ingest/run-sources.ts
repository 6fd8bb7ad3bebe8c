import type { Source } from "@plumb/analysis/executions/source.ts";
import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "#store/runs/status-rows.ts";

/** A source of a run with its stored metadata. */
export interface StoredSource extends Omit<
  Source,
  "localStartedAt" | "passedTests" | "path" | "ranTests" | "startedAt" | "traits"
> {
  /** Path as sent, for display. */
  readonly fileName: string;
  /** Name of the place that was last added to its tests; empty if there is none. */
  readonly variant: string;
  readonly sharesTests: boolean;
  readonly kind: "file" | "bundle" | "live";
  readonly localStartedAt: Date | null;
  readonly startedAt: Date | null;
  readonly traits: Readonly<Record<string, string>> | null;
  readonly facts: readonly string[];
  readonly tests: number;
}

/** Returns the sources of a run. An interrupted live source counts as broken. */
export async function storedSources(transaction: Db, { projectId, runId }: RunKey): Promise<StoredSource[]> {
  const { rows } = await sql<StoredSource>`
    select id, file_name as "fileName", format, coalesce(arrival_id, -id) as request, started_at as "startedAt",
           local_started_at as "localStartedAt", duration_ms as "durationMs", shard, job, job_attempt as "jobAttempt", rerun, place, host, sender_host as "senderHost", traits,
           facts, variant, shares_tests as "sharesTests", kind, tests,
           incomplete or run_error or declared_failures > 0 or interruption is not null or status = 'receiving' as broken, run_error as "hasRunError"
      from upload where project_id = ${projectId} and run_id = ${runId}
     order by id
  `.execute(transaction);
  return rows;
}

/** Number of earlier runs whose paths are compared. */
const comparedRuns = 10;

/** Returns the source paths of the suite's latest earlier runs. */
export async function earlierPaths(transaction: Db, { projectId, runId }: RunKey): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with earlier as (
      select r.id from run r
        join run own on own.project_id = r.project_id and own.suite = r.suite and own.environment = r.environment
       where own.project_id = ${projectId} and own.id = ${runId} and r.id < own.id
       order by r.id desc limit ${comparedRuns}
    )
    select distinct u.file_name as path from earlier join upload u on u.project_id = ${projectId} and u.run_id = earlier.id
     where u.file_name like '%/%' limit 10000
  `.execute(transaction);
  return rows.map(({ path }) => path);
}

/** Returns the address of the run in the CI system. */
export async function ciUrlOf(transaction: Db, { projectId, runId }: RunKey): Promise<string | null> {
  const { rows } = await sql<{ ciUrl: string | null }>`
    select ci_url as "ciUrl" from run where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  return rows[0]?.ciUrl ?? null;
}

interface RanTests {
  readonly ran: number;
  readonly passed: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** Counts the tests of each source that ran, by source id. Skipped and announced tests are not counted. */
export async function ranTests(transaction: Db, { projectId, runId }: RunKey): Promise<Map<number, RanTests>> {
  const { rows } = await sql<{ id: number; ran: number; passed: number; startedAt: Date | null; endedAt: Date | null }>`
    select upload_id as id, count(*)::integer as ran, count(*) filter (where status = 'passed')::integer as passed, min(started_at) as "startedAt",
           max(started_at + make_interval(secs => coalesce(duration_ms, 0) / 1000)) as "endedAt"
      from result
     where project_id = ${projectId} and run_id = ${runId} and status in ('passed', 'failed', 'error')
     group by upload_id
  `.execute(transaction);
  return new Map(
    rows.map(({ id, startedAt, endedAt, ...counts }) => [
      id,
      { ...counts, startedAt: startedAt?.getTime() ?? null, endedAt: endedAt?.getTime() ?? null },
    ]),
  );
}

/** Returns the errors that the sources of a run reported, and where they broke off. */
export async function reportedProblems(
  transaction: Db,
  { projectId, runId }: RunKey,
): Promise<{ readonly id: number; readonly severity: string; readonly reason: string }[]> {
  const { rows } = await sql<{ id: number; severity: string; reason: string }>`
    select upload_id as id, severity, reason from problem
     where project_id = ${projectId} and run_id = ${runId} and severity in ('error', 'incomplete') and origin is null
     order by id limit 5000
  `.execute(transaction);
  return rows;
}

/** Returns the sources in which tests of these files or suites ran. */
export async function sourcesHolding(
  transaction: Db,
  { projectId, runId }: RunKey,
  subjects: readonly string[],
): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const { rows } = await sql<{ sourceId: number; subject: string }>`
    with subject as (select name from unnest(${texts(subjects)}::text[]) as given (name)),
    own as (
      select r.upload_id, t.file, t.title_path from result r
        join test t on t.project_id = r.project_id and t.id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.status in ('passed', 'failed', 'error')
    )
    select own.upload_id as "sourceId", subject.name as subject from own join subject on own.file = subject.name
     union
    select own.upload_id, subject.name from own join subject on own.title_path[1] = subject.name
     union
    select own.upload_id, subject.name from own join subject on own.title_path[2] = subject.name
  `.execute(transaction);
  return new Set(rows.map(({ sourceId, subject }) => `${sourceId} ${subject}`));
}
