import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { storiesOfGroups } from "#failures/story.ts";
import type { Db } from "#store/db.ts";
import type { FoundCause } from "./found-cause.ts";

/** Maximum number of runs whose stories are read. The causes of a run are read together. */
const maxRuns = 5;

/** Returns how causes began: known ones in the base, all others in the run of their first result. Omits causes without an error. */
export async function storiesOfCauses(
  db: Db,
  projectId: number,
  causes: readonly FoundCause[],
): Promise<ReadonlyMap<FoundCause, FailureStory>> {
  const withGroup = causes.flatMap((cause) => {
    const [first] = cause.results;
    if (first === undefined || cause.groupId === null) return [];
    const runId = cause.kind === "known" ? (first.base?.id ?? first.runId) : first.runId;
    return [{ cause, groupId: cause.groupId, runId }];
  });
  const stories = new Map<FoundCause, FailureStory>();
  for (const [runId, ofRun] of [...Map.groupBy(withGroup, (each) => each.runId)].slice(0, maxRuns)) {
    const read = await storiesOfGroups(db, projectId, {
      causes: ofRun.map(({ cause, groupId }) => ({ groupId, state: stateOf(cause) })),
      runId,
    });
    for (const { cause, groupId } of ofRun) {
      const story = read.get(groupId);
      if (story !== undefined) stories.set(cause, { ...story, state: stateOf(cause) });
    }
  }
  return stories;
}

function stateOf({ kind, failures, back }: FoundCause) {
  if (kind === "new") return back === failures ? "back" : "new";
  return "known";
}
