import { z } from "zod";
import { endpoint, Id, IdList, success, Timestamp } from "#endpoint.ts";
import { TrendEventKind } from "#trends/events.ts";
import { FailingState } from "./failing-state.ts";

const Count = z.number().int().min(0);

const RunOfStory = z.object({ id: Id, number: Count, at: Timestamp });

/**
 * Beginning of a failure or a cause, and the current work on it. A fact that is unknown is `null`, 0 or empty, and the sentence omits it
 * (`storyParts` in `@plumb/analysis`). All runs are of one suite, environment and branch, unless a
 * field says otherwise.
 */
export const FailureStory = z.object({
  state: FailingState.nullable(),
  branch: z.string().nullable(),
  environment: z.string(),
  /**
   * First failure since the last pass. `orEarlier`: it failed in all runs that were searched. `onAndOff`: it passed in some runs since, but too few to
   * end the failure.
   */
  began: RunOfStory.extend({ orEarlier: z.boolean(), onAndOff: z.boolean() }).nullable(),
  /**
   * Last run in which it passed; on a branch where it never passed, that of the branch it is compared with. `null` if it never passed in the stored
   * runs.
   */
  lastPass: RunOfStory.nullable(),
  /** Last run that has the failure, if it passed since. */
  ended: RunOfStory.nullable(),
  /** Commit that may have started it. `only`: it is the only commit between the last pass and the first failure. */
  suspect: z
    .object({
      hash: z.string(),
      subject: z.string(),
      author: z.string(),
      url: z.string().nullable(),
      only: z.boolean(),
    })
    .nullable(),
  /** Latest event of the 24 hours before the first failure, without events before the last pass. */
  event: z
    .object({ kind: TrendEventKind, title: z.string(), minutesBefore: Count, url: z.string().nullable() })
    .nullable(),
  /** Number of other tests that failed first in the same run, with the same cause. */
  otherTests: Count,
  /** Other branches and environments of the suite whose latest run started after the first failure and passes the test. Empty if it passed since. */
  passesOn: z.array(z.object({ branch: z.string().nullable(), environment: z.string(), run: RunOfStory })),
  owners: z.array(z.string()),
  /** Latest open ticket about the cause. */
  ticket: z.object({ key: z.string(), url: z.string().nullable() }).nullable(),
  /** Latest open analysis item about the cause. */
  item: z.object({ id: Id, title: z.string(), assignee: z.string().nullable() }).nullable(),
});
export type FailureStory = z.infer<typeof FailureStory>;

export const readGroupStory = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/groups/:groupId/story",
  summary: "Return how a cause began, and who works on it",
  allow: "project:read",
  params: z.object({ projectId: Id, groupId: Id }),
  // `null` for a cause without failures.
  response: success(FailureStory.nullable()),
});

/** Maximum number of stories per request. */
export const maxStories = 20;

export const listRunStories = endpoint({
  method: "GET",
  path: "/api/analysis/reports/:reportId/stories",
  summary: "Return how causes of a report's failures began, and who works on them",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({ groupIds: IdList.refine((ids) => ids.length <= maxStories, `At most ${maxStories} ids`) }),
  // Without causes that have no failure in the report.
  response: success(z.array(z.object({ groupId: Id, story: FailureStory }))),
});

export const readFailureStory = endpoint({
  method: "GET",
  path: "/api/analysis/test-cases/:testCaseId/story",
  summary: "Return how a test began to fail, and who works on its cause",
  allow: "project:read",
  params: z.object({ testCaseId: Id }),
  response: success(FailureStory),
});
