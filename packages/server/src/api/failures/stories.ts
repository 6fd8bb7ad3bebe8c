import { listRunStories, readFailureStory, readGroupStory } from "@plumb/contract/failures/story.ts";
import { ApiError } from "#core/api-error.ts";
import { storiesOfGroups, storyOfFailure } from "#failures/story.ts";
import type { Api } from "#http/api.ts";
import { statesNow } from "#read-models/failures/group-lists.ts";
import { groupsById } from "#store/failures/groups/groups.ts";

export function storyRoutes(api: Api<"db" | "failureIndex">): void {
  api.read(readGroupStory, async ({ context: { db, failureIndex }, projectId, params: { groupId }, now }) => {
    const [group] = await groupsById(db, projectId, [groupId]);
    if (group === undefined || group.mergedInto !== null)
      throw new ApiError("not_found", "This cause does not exist, or was merged into another one.");
    const states = await statesNow(failureIndex, { failures: await failureIndex.of(projectId) }, { projectId, now });
    const causes = [{ groupId, state: states.get(groupId) ?? ("resolved" as const) }];
    return { data: (await storiesOfGroups(db, projectId, { causes, runId: null })).get(groupId) ?? null };
  });

  api.read(listRunStories, async ({ context: { db }, projectId, params: { reportId: runId }, query: { groupIds } }) => {
    const causes = [...new Set(groupIds)].map((groupId) => ({ groupId, state: null }));
    const stories = await storiesOfGroups(db, projectId, { causes, runId });
    return { data: [...stories].map(([groupId, story]) => ({ groupId, story })) };
  });

  api.read(readFailureStory, async ({ context: { db }, projectId, params: { testCaseId } }) => {
    const data = await storyOfFailure(db, projectId, testCaseId);
    if (data === null) throw new ApiError("not_found", "This failure does not exist, or has not been processed yet.");
    return { data };
  });
}
