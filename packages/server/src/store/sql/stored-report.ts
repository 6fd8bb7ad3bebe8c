import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";

/**
 * True if the report of a `failure` row was not deleted. Deleted reports keep their failures for the history, so a limit that counts those as well
 * may leave no others.
 */
export function ofStoredReport(projectId: number): RawBuilder<boolean> {
  return sql`exists (
    select from run stored
     where stored.project_id = ${opaqueProjectId(projectId)} and stored.id = failure.run_id and stored.removed_at is null)`;
}
