import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { ClassifiedFields } from "./failures.ts";
import { FailureWindow } from "./failure-window.ts";

const Count = z.number().int().min(0);
const counts = { failures: Count, tests: Count, runs: Count };

/** One of two causes that may be duplicates, shown by its most frequent error. Counts cover the period. */
export const LikelyDuplicate = ClassifiedFields.extend({
  id: Id,
  representativeError: z.string(),
  /** Error text without parts that vary between runs. */
  text: z.string(),
  /** Words of the text that do not occur in the text of the other cause. */
  onlyHere: z.array(z.string()),
  lastSeen: Timestamp,
  ...counts,
});
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>;

/** Two causes that are probably the same but were not grouped automatically. */
export const DuplicateProposal = z.object({
  /** The two causes. A merge would keep the first one. */
  causes: z.array(LikelyDuplicate).length(2),
  /** Score in percent of the maximum possible score. */
  likelihood: z.number().min(0).max(100),
  /**
   * `words`: the error texts are nearly the same. `place`: the texts differ, but the failures have the same target or host and are of the same kind.
   */
  by: z.enum(["words", "place"]),
  sharedWords: Count,
  /** Number of tests and of runs that have failures of both causes. */
  sharedTests: Count,
  sharedRuns: Count,
  /** Totals of the merged cause in the period. */
  merged: z.object(counts),
});
export type DuplicateProposal = z.infer<typeof DuplicateProposal>;

const params = z.object({ projectId: Id });

export const listDuplicates = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/duplicates",
  summary: "List likely duplicate causes of a period, most likely first",
  allow: "project:read",
  params,
  query: FailureWindow,
  response: success(z.array(DuplicateProposal), {
    /** Total number of proposals. The response contains the first 50. */
    total: Count,
    /** Number of causes that were not compared with all similar causes. */
    notCompared: Count,
  }),
});

export const separateGroups = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/groups/keep-apart",
  summary: "Mark two causes as different: they are not suggested or merged again until this is undone",
  allow: "project:triage",
  params,
  body: z.object({ groupIds: z.array(Id).length(2) }),
  response: success(z.object({ decisionId: Id })),
});
