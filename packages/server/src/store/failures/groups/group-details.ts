import type { FailureFingerprint } from "@plumb/analysis/grouping/failure-fingerprint.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { StoredVerdict } from "#store/failures/signatures.ts";

/** An error of a group. */
export interface GroupedError {
  readonly signature: string;
  readonly outline: FailureFingerprint;
  readonly message: string;
  readonly verdict: StoredVerdict;
  readonly occurrences: number;
  readonly placedBy: "engine" | "person";
}

/** Most frequent first. */
export async function errorsOfGroup(
  db: Db,
  projectId: number,
  { groupId, limit }: { readonly groupId: number; readonly limit: number },
): Promise<GroupedError[]> {
  const { rows } = await sql<GroupedError>`
    select signature, outline, message, verdict, occurrences, placed_by as "placedBy"
      from failure_signature
     where project_id = ${projectId} and group_id = ${groupId}
     order by occurrences desc, id limit ${limit}
  `.execute(db);
  return rows;
}
