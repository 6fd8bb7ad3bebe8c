import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { insertUpload, type NewUpload } from "./uploads.ts";

/** Creates or updates the row for refused requests of a minute. Returns its id. */
export async function countRefusals(
  db: Db,
  upload: NewUpload,
  options: { readonly id: number | null; readonly times: number; readonly reason: string; readonly now: Date },
): Promise<number> {
  const { id, times, reason, now } = options;
  if (id !== null) {
    const { rows } = await sql`
      update arrival set times = ${times}, reason = ${reason}, ended_at = ${now}
       where project_id = ${upload.projectId} and id = ${id}
      returning id
    `.execute(db);
    if (rows.length > 0) return id;
  }
  const end = { state: "rejected", reason, tests: 0, problemCount: 0, files: [], verdictCount: 0, runs: [] } as const;
  return insertUpload(db, upload, { state: "rejected", writer: null, end, endedAt: now, times });
}
