import { readFailureStory } from "@plumb/contract/failures/story.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** How a failure began, and who works on its cause. */
export function failureStoryQuery(resultId: number) {
  return queryOptions({
    queryKey: ["failures", "story", resultId],
    queryFn: async ({ signal }) =>
      (await api.call(readFailureStory, { params: { testCaseId: resultId }, signal })).data,
  });
}
