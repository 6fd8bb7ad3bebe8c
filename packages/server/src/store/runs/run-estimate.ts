import { median } from "@plumb/analysis/trends/median.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { minPaceRuns, type RunPace } from "@plumb/contract/runs/live-run.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Number of earlier runs for an estimate. */
const consulted = 5;

/** Maximum number of results that are read for a pace. Larger runs are compared by their duration only. */
const maxResults = 100_000;

/** Shares of tests for which the pace has a time. */
const shares = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);

interface EarlierRun {
  readonly id: number;
  readonly ms: number;
  readonly total: number;
}

/** Returns the latest complete runs of the suite, environment and branch of a run, before it; none if there are too few. */
async function earlierRuns(
  db: Db,
  projectId: number,
  runId: number,
  which: RawBuilder<unknown> = sql`true`,
): Promise<readonly EarlierRun[]> {
  const { rows } = await sql<EarlierRun>`
    select p.id, p.duration_ms::float8 as ms, p.total
      from run r
     cross join lateral (
           select b.id, b.duration_ms, b.total from run b
            where b.project_id = ${opaqueProjectId(projectId)} and b.suite = r.suite and b.environment = r.environment
              and coalesce(b.branch, '') = coalesce(r.branch, '') and b.removed_at is null and b.partial is null
              and b.status in ('completed', 'failed') and b.duration_ms > 0 and (b.started_at, b.id) < (r.started_at, r.id)
            order by b.started_at desc, b.id desc limit ${consulted}) p
     where r.project_id = ${projectId} and r.id = ${runId} and ${which}
  `.execute(db);
  return rows.length < minPaceRuns ? [] : rows;
}

/** Returns how long the earlier runs of a run took, and when their tests ended; `null` if there are too few. */
export async function runPace(db: Db, projectId: number, runId: number): Promise<RunPace | null> {
  const runs = await earlierRuns(db, projectId, runId);
  if (runs.length === 0) return null;
  const isReadable = runs.reduce((sum, { total }) => sum + total, 0) <= maxResults;
  return {
    runs: runs.length,
    durationMs: median(runs.map(({ ms }) => ms)),
    marks: isReadable ? await usualMarks(db, projectId, runs) : null,
  };
}

/** Returns when each share of the tests of these runs had ended; `null` if a run does not have the times of its tests. */
async function usualMarks(db: Db, projectId: number, runs: readonly EarlierRun[]): Promise<number[] | null> {
  const { rows } = await sql<{ marks: number[] }>`
    select percentile_disc(${shares}::float8[]) within group (
             order by extract(epoch from r.started_at - b.started_at) * 1000 + r.duration_ms)::float8[] as marks
      from result r join run b on b.project_id = r.project_id and b.id = r.run_id
     where r.project_id = ${projectId} and r.run_id = any(${numbers(runs.map(({ id }) => id))}::bigint[])
       and b.project_id = ${projectId} and r.superseded_by is null and r.started_at is not null and r.duration_ms is not null
     group by r.run_id
  `.execute(db);
  const marks = shares.map((_, index) => median(rows.map((row) => row.marks[index] ?? 0)));
  // A run without times would make the others look usual, and clocks may disagree.
  return rows.length === runs.length && marks.every((ms) => ms >= 0) ? marks : null;
}

/** Returns the report with its expected end, based on earlier runs. Omits the end if the run already takes longer. */
export async function withEstimate(db: Db, report: Report, now: Date): Promise<Report> {
  const { progress } = report;
  if (progress === undefined) return report;
  const runs = await earlierRuns(db, report.projectId, report.id, isReportedLive(report.projectId));
  if (runs.length === 0) return report;
  const endsAt = new Date(Date.parse(report.startTime) + median(runs.map(({ ms }) => ms)));
  return endsAt <= now ? report : { ...report, progress: { ...progress, endsAt: endsAt.toISOString() } };
}

/** True if a reporter of run `r` is active. */
function isReportedLive(projectId: number): RawBuilder<unknown> {
  return sql`exists (
    select 1 from upload u
     where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and u.kind = 'live' and u.status = 'receiving')`;
}
