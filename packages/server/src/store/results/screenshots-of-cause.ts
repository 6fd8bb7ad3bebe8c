import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Maximum size of a screenshot that is sent to another service. */
export const maxScreenshotBytes = 2 * 1024 * 1024;

/** Returns the last screenshot of the latest failure of each test of a cause, most recent first. Reads at most the last 500 failures. */
export async function screenshotsOfCause(
  db: Db,
  projectId: number,
  { groupId, limit }: { groupId: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recent as (
      select f.test_id, f.run_id, f.result_id, f.failed_at from failure_signature s
        join failure f on f.project_id = s.project_id and f.signature_id = s.id
       where s.project_id = ${projectId} and s.group_id = ${groupId} and not f.gone
       order by f.failed_at desc limit 500
    ), latest as (
      select distinct on (test_id) * from recent order by test_id, failed_at desc
    )
    select a.id from latest l
     cross join lateral (
       select a.id from artifact a
        where a.project_id = ${projectId} and a.run_id = l.run_id and a.result_id = l.result_id and a.kind = 'screenshot'
          and a.blob_hash is not null and a.size <= ${maxScreenshotBytes} and a.content_type like 'image/%'
        order by a.attempt desc nulls last, a.id desc limit 1) a
     order by l.failed_at desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}
