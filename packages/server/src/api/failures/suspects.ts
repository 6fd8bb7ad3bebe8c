import { readFailureSuspects, readGroupSuspects } from "@plumb/contract/failures/suspects.ts";
import { ApiError } from "#core/api-error.ts";
import { suspectsOfFailure, suspectsOfGroup } from "#failures/suspects/find-suspects.ts";
import type { Api } from "#http/api.ts";

export function suspectRoutes(api: Api<"db">): void {
  api.route(readGroupSuspects, async ({ context: { db }, projectId, params: { groupId } }) => ({
    data: await suspectsOfGroup(db, projectId, groupId),
  }));

  api.route(readFailureSuspects, async ({ context: { db }, projectId, params: { testCaseId } }) => {
    const data = await suspectsOfFailure(db, projectId, testCaseId);
    if (data === null) throw new ApiError("not_found", "This failure does not exist.");
    return { data };
  });
}
