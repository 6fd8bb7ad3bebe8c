import { rate } from "@plumb/contract/figures.ts";
import type { Problem, Report, RunStatus } from "@plumb/contract/runs/reports.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";

/** A stored run with its counters. */
export interface RunRow {
  readonly id: number;
  readonly projectId: number;
  readonly number: number;
  readonly testSuite: string;
  readonly status: RunStatus;
  readonly framework: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly commitAuthor: string | null;
  readonly pullRequest: string | null;
  readonly build: string | null;
  readonly ciUrl: string | null;
  readonly startTime: Date;
  readonly endTime: Date | null;
  readonly tags: string[];
  readonly facts: string[];
  readonly authors: string[];
  readonly failedAuthors: string[];
  readonly metadata: Record<string, string>;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly flaky: number;
  readonly firstPassed: number;
  readonly duration: number | null;
  readonly testDuration: number;
  readonly problemCount: number;
  readonly outputCount: number;
  readonly kept: boolean;
  /** Number of tests that have started but not finished. */
  readonly running: number;
  readonly interruption: string | null;
  /** Reason why only part of the suite ran; `null` for a full run. */
  readonly partial: string | null;
  readonly heardAt: Date | null;
}

/** Columns of a run `r` of the project for a `RunRow`. */
export function runColumns(projectId: number): RawBuilder<unknown> {
  return sql`
  r.id, r.project_id as "projectId", r.number, r.suite as "testSuite", r.status, r.framework, r.environment, r.branch,
  r.commit_sha as "commit", r.commit_author as "commitAuthor", r.pull_request as "pullRequest", r.build, r.ci_url as "ciUrl", r.started_at as "startTime", r.ended_at as "endTime", r.tags, r.facts, r.metadata,
  r.authors, r.failed_authors as "failedAuthors",
  r.total, r.passed, r.failed, r.errored, r.skipped, r.flaky, r.first_passed as "firstPassed", r.duration_ms as duration,
  r.test_duration_ms as "testDuration", r.problem_count as "problemCount", r.output_count as "outputCount", r.kept, r.running, r.interruption, r.partial,
  case when r.status = 'running' then (
    select max(u.heard_at) from upload u
     where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and u.kind = 'live' and u.format = 'live' and u.status = 'receiving'
  ) end as "heardAt"`;
}

export function presentRun(row: RunRow): Report {
  const {
    total,
    passed,
    failed,
    errored,
    skipped,
    flaky,
    firstPassed,
    duration,
    testDuration,
    running,
    heardAt,
    ...rest
  } = row;
  const ran = passed + failed + errored;
  return {
    ...rest,
    ...(row.status === "running" && {
      progress: { expected: total, running, remaining: total - ran - skipped - running, endsAt: null },
    }),
    startTime: row.startTime.toISOString(),
    endTime: row.endTime?.toISOString() ?? null,
    ...(heardAt !== null && { heardAt: heardAt.toISOString() }),
    test_suite: row.testSuite,
    stats: { total, failed, errors: errored },
    summary: {
      total,
      passed,
      failed,
      errored,
      skipped,
      flaky,
      duration,
      testDuration,
      passRate: rate(passed, ran),
      firstAttemptPassRate: rate(firstPassed, ran),
    },
  };
}

const projectsOfRuns = new WeakMap<Db, Map<number, number>>();

/** Returns the project of a run; `null` if the run does not exist. Cached, because it never changes and ids are not reused. */
export async function projectOfRun(db: Db, runId: number): Promise<number | null> {
  const projectOf = projectsOfRuns.get(db) ?? new Map<number, number>();
  projectsOfRuns.set(db, projectOf);
  const known = projectOf.get(runId);
  if (known !== undefined) return known;
  const { rows } = await sql<{
    projectId: number;
  }>`select project_id as "projectId" from run where id = ${runId} and removed_at is null`.execute(db);
  const projectId = rows[0]?.projectId ?? null;
  if (projectId !== null) {
    if (projectOf.size > 100_000) projectOf.clear();
    projectOf.set(runId, projectId);
  }
  return projectId;
}

export async function reportById(db: Db, projectId: number, runId: number): Promise<Report | null> {
  const { rows } =
    await sql<RunRow>`select ${runColumns(projectId)} from run r where r.project_id = ${projectId} and r.id = ${runId} and r.removed_at is null`.execute(
      db,
    );
  return rows[0] === undefined ? null : presentRun(rows[0]);
}

/** Returns the shards that a run is still waiting for; `null` if there are none. */
export async function missingShards(
  db: Db,
  projectId: number,
  runId: number,
): Promise<{ shards: number[]; of: number } | null> {
  const { rows } = await sql<{ of: number; seen: number[] }>`
    select r.shard_total as "of", array_agg(distinct u.shard) filter (where u.shard is not null) as seen
      from run r
      join upload u on u.project_id = r.project_id and u.run_id = r.id and (u.status = 'recorded' or u.kind = 'live')
     where r.project_id = ${projectId} and r.id = ${runId} and r.status = 'running' and r.shard_total > 1
     group by r.shard_total
  `.execute(db);
  const [row] = rows;
  if (row?.seen === undefined || row.seen === null) return null;
  const { of, seen } = row;
  // Limited, because a report can announce any number of shards.
  const shards = Array.from({ length: Math.min(of, maxShards) }, (_, index) => index + 1).filter(
    (shard) => !seen.includes(shard),
  );
  return shards.length === 0 ? null : { shards, of };
}

const maxShards = 1000;

export async function runNumbered(db: Db, projectId: number, number: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and number = ${number} and removed_at is null
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Most severe first, then in order of detection. */
export async function problemsOfRun(db: Db, projectId: number, runId: number, limit: number): Promise<Problem[]> {
  const { rows } = await sql<Problem>`
    select p.id, p.severity, p.file, p.line, p.reason
      from (select p.id, p.file, p.line, p.reason, case when u.repeated_by is null then p.severity else 'warning' end as severity
              from problem p left join upload u on u.project_id = p.project_id and u.id = p.upload_id
             where p.project_id = ${projectId} and p.run_id = ${runId}) p
     order by case p.severity when 'error' then 0 when 'incomplete' then 1 else 2 end, p.id
     limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns runs that are waiting, for example for a shard, and have had no event since `silentSince`. Keeps their rows locked. */
export async function silentRuns(
  transaction: Db,
  silentSince: Date,
  limit: number,
): Promise<{ projectId: number; runId: number }[]> {
  const isSilent = sql`r.status = 'running' and r.last_event_at < ${silentSince}
    and not exists (select 1 from upload u where u.project_id = r.project_id and u.run_id = r.id and u.status = 'receiving' and u.kind <> 'live')`;
  const { rows: candidates } = await sql<{ projectId: number; runId: number }>`
    select project_id as "projectId", id as "runId" from run r where ${isSilent} order by project_id, id limit ${limit}
  `.execute(transaction);
  const locked: { projectId: number; runId: number }[] = [];
  // A distributed database locks rows of one project per statement.
  for (const [projectId, runs] of Map.groupBy(candidates, (candidate) => candidate.projectId)) {
    const { rows } = await sql<{ projectId: number; runId: number }>`
      select project_id as "projectId", id as "runId" from run r
       where r.project_id = ${projectId} and r.id = any(${numbers(runs.map(({ runId }) => runId))}::bigint[]) and ${isSilent}
       order by id
         for no key update of r skip locked
    `.execute(transaction);
    locked.push(...rows);
  }
  return locked;
}
