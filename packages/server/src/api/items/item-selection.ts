import type { AnnotationFilter } from "@plumb/contract/items/annotations.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { type Caller, zoneOf } from "#http/caller.ts";
import { dayIn } from "#core/local-time.ts";
import type { ItemSelection } from "#store/items/item-lists.ts";
import { userIdOf } from "./editor-of.ts";

/** Converts a filter into the store's selection. `me` is the caller (no user for a key), and days are in their time zone. */
export function selectionOf(
  filter: AnnotationFilter,
  { projectId, caller, now }: { readonly projectId: number; readonly caller: Caller; readonly now: Date },
): ItemSelection {
  const me = userIdOf(caller) ?? 0;
  return {
    projectId,
    status: filter.status,
    type: filter.type,
    priority: filter.priority,
    assignee: filter.assignee === "me" ? me : filter.assignee,
    creator: filter.creator === "me" ? me : filter.creator,
    words: searchWords(filter.search),
    resultId: filter.testCaseId,
    runId: filter.testRunId,
    testId: filter.testId,
    groupId: filter.groupId,
    includeCauses: filter.includeCauses ?? false,
    overdueOn: filter.overdue ? dayIn(zoneOf(caller), now) : undefined,
  };
}
