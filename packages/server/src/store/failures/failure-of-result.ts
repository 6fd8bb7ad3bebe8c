import { sql } from "kysely";
import { anyProject } from "#store/any-project.ts";
import type { Db } from "#store/db.ts";
import { detailBlock } from "#store/exports/exported-results.ts";
import type { StoredFailure } from "#store/failures/failures.ts";
import { unpackDetails } from "#store/results/result-detail.ts";

/** What a test's last failed attempt said; null if it is gone or says nothing. */
export async function failureOfResult(
  db: Db,
  projectId: number,
  resultId: number,
): Promise<Pick<StoredFailure, "errors" | "titlePath"> | null> {
  const { rows } = await sql<{ titlePath: string[]; detailId: number | null; detailSlot: number | null }>`
    select t.title_path as "titlePath", r.detail_id as "detailId", r.detail_slot as "detailSlot"
      from result r
      join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${anyProject(projectId)} and r.id = ${resultId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined || row.detailId === null || row.detailSlot === null) return null;
  const packed = await detailBlock(db, projectId, row.detailId);
  const detail = packed === null ? undefined : unpackDetails(packed)[row.detailSlot];
  const errors = detail?.attempts.findLast((attempt) => attempt.errors !== undefined)?.errors;
  return errors === undefined ? null : { titlePath: row.titlePath, errors };
}
