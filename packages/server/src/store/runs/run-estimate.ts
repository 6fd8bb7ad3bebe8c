import type { Report } from "@plumb/contract/runs/reports.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Number of earlier runs for an estimate. */
const consulted = 5;

/**
 * Median duration of the latest completed runs of the suite and environment, in milliseconds; `null` if there is
 * none or no reporter is active.
 */
async function usualDurationMs(db: Db, projectId: number, runId: number): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (select percentile_cont(0.5) within group (order by p.duration_ms)
              from (select duration_ms from run b
                     where b.project_id = ${projectId} and b.suite = r.suite and b.environment = r.environment
                       and b.removed_at is null and b.status in ('completed', 'failed') and b.duration_ms is not null
                       and (b.started_at, b.id) < (r.started_at, r.id)
                     order by b.started_at desc, b.id desc limit ${consulted}) p) as ms
      from run r
     where r.project_id = ${projectId} and r.id = ${runId}
       and exists (select 1 from upload u
                    where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and u.kind = 'live' and u.status = 'receiving')
  `.execute(db);
  return rows[0]?.ms ?? null;
}

/** Returns the report with its expected end, based on earlier runs. Omits the end if the run already takes longer. */
export async function withEstimate(db: Db, report: Report, now: Date): Promise<Report> {
  const { progress } = report;
  if (progress === undefined) return report;
  const usual = await usualDurationMs(db, report.projectId, report.id);
  const endsAt = usual === null ? null : new Date(Date.parse(report.startTime) + usual);
  if (endsAt === null || endsAt <= now) return report;
  return { ...report, progress: { ...progress, endsAt: endsAt.toISOString() } };
}
