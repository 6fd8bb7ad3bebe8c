import { type MatchingFailures, maxMatching } from "@plumb/contract/failures/decisions.ts";
import type { Context } from "#core/context.ts";
import type { Caller } from "#http/caller.ts";
import { testCasesOf } from "#read-models/failures/failure-lists.ts";
import { groupsOf, statesNow } from "#read-models/failures/group-lists.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { selectionOf } from "./failure-window.ts";

/** Returns the causes or the latest failures of the tests that match a filter, up to the maximum, and the number of the others. */
export async function matchesOf(
  failureIndex: Context["failureIndex"],
  matching: MatchingFailures | undefined,
  { projectId, caller, now }: { readonly projectId: number; readonly caller: Caller; readonly now: Date },
): Promise<{ groupIds: number[]; testCaseIds: number[]; unchanged: number }> {
  if (matching === undefined) return { groupIds: [], testCaseIds: [], unchanged: 0 };
  const { list, state, groupId } = matching;
  // The list of causes is not limited to one of them.
  const query = { ...matching, groupId: list === "tests" ? groupId : undefined };
  const selected = await selectFailures(failureIndex, selectionOf(query, { projectId, caller, now }));
  const ids =
    list === "tests"
      ? testCasesOf(selected).map(({ resultId }) => resultId)
      : groupsOf(selected, await statesNow(failureIndex, selected, { projectId, now }), {
          sortBy: "lastSeen",
          state,
        }).map(({ id }) => id);
  const changed = ids.slice(0, maxMatching);
  return {
    groupIds: list === "groups" ? changed : [],
    testCaseIds: list === "tests" ? changed : [],
    unchanged: ids.length - changed.length,
  };
}
