import { doneStatuses } from "@plumb/contract/items/item-labels.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { returnedCauses } from "#store/failures/returned-causes.ts";
import { standingGroupOf } from "#store/failures/groups/merged-groups.ts";

/**
 * Returns the items about causes that were resolved or closed before this run and returned in it, in the order of their ids. A proposed class that was
 * accepted or dismissed stays so.
 */
export async function itemsOfReturnedFailures(transaction: Db, projectId: number, runId: number): Promise<number[]> {
  return returnedCauses(
    transaction,
    { projectId, runId },
    sql`select i.id, i.status_at as done_at, ${standingGroupOf(projectId, "i")} as group_id
          from annotation i
         where i.project_id = ${projectId} and i.group_id is not null and i.proposed_class is null and i.status = any(${[...doneStatuses]}::text[])`,
  );
}
