import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { DecidedBy } from "@plumb/contract/failures/failures.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { ruleOfFailure } from "#store/failures/rules/own-classes.ts";
import { ofStoredReport } from "#store/sql/stored-report.ts";

/** Another failure with the same cause, and its outcome. */
export interface SimilarFailure {
  readonly resultId: number;
  readonly runId: number;
  readonly runNumber: number;
  readonly titlePath: readonly string[];
  readonly at: Date;
  readonly class: FailureClass | null;
  readonly decidedBy: DecidedBy | null;
  /** True if the test passed in a later run of the same suite, environment and branch. */
  readonly passedSince: boolean;
}

/** Returns the other failures of a group, latest first. */
export async function similarFailures(
  db: Db,
  projectId: number,
  { groupId, resultId, limit }: { readonly groupId: number; readonly resultId: number; readonly limit: number },
): Promise<SimilarFailure[]> {
  const { rows } = await sql<SimilarFailure>`
    select f.result_id as "resultId", f.run_id as "runId", n.number as "runNumber", t.title_path as "titlePath",
           f.failed_at as at, coalesce(f.class, u.class, g.class) as class,
           case when f.class is not null then 'person' when u.id is not null then 'rule' else g.decided_by end as "decidedBy",
           exists (select from result r
                     join run later on later.project_id = ${opaqueProjectId(projectId)} and later.id = r.run_id
                    where r.project_id = ${opaqueProjectId(projectId)} and r.test_id = f.test_id and r.superseded_by is null and r.status = 'passed'
                      and later.removed_at is null and later.suite = n.suite and later.environment = n.environment
                      and coalesce(later.branch, '') = coalesce(n.branch, '')
                      and (later.started_at, later.id) > (n.started_at, n.id)) as "passedSince"
      from failure_signature s
      join failure_group g on g.project_id = ${opaqueProjectId(projectId)} and g.id = s.group_id
     cross join lateral (
             select * from failure
              where project_id = ${opaqueProjectId(projectId)} and signature_id = s.id and result_id <> ${resultId} and not gone and not flaky
                and ${ofStoredReport(projectId)}
              order by failed_at desc limit ${limit}) f
      ${ruleOfFailure(projectId)}
      join run n on n.project_id = ${opaqueProjectId(projectId)} and n.id = f.run_id
      join test t on t.project_id = ${opaqueProjectId(projectId)} and t.id = f.test_id
     where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = ${groupId}
     order by f.failed_at desc, f.id desc
     limit ${limit}
  `.execute(db);
  return rows;
}
