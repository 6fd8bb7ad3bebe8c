import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { ClassifiedFields } from "./failures.ts";
import { FailureWindow } from "./failure-window.ts";

const Count = z.number().int().min(0);
const counts = { failures: Count, tests: Count, runs: Count };

/** One of two causes that might be one, by its most frequent error. Counts are of the window. */
export const LikelyDuplicate = ClassifiedFields.extend({
  id: Id,
  representativeError: z.string(),
  /** The error without parts that vary between runs. */
  text: z.string(),
  /** Words of the text that the other one's has not. */
  onlyHere: z.array(z.string()),
  lastSeen: Moment,
  ...counts,
});
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>;

/** Two causes that are probably one, though the engine keeps them apart. */
export const DuplicateProposal = z.object({
  /** Two; the one that a merge would keep comes first. */
  causes: z.array(LikelyDuplicate).length(2),
  /** How much speaks for it, in percent of all that could. */
  likelihood: z.number().min(0).max(100),
  /**
   * `words`: their texts are nearly the same. `place`: their texts differ, but target or host are the same, so they
   * are one kind of failure.
   */
  by: z.enum(["words", "place"]),
  sharedWords: Count,
  /** Tests, and runs, that failed of both. */
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
    /** Number of proposals; the response has the first 50. */
    total: Count,
    /** Causes that were not looked at, or not compared with all that are like them. */
    notCompared: Count,
  }),
});

export const keepApart = endpoint({
  method: "POST",
  path: "/api/analysis/projects/:projectId/groups/keep-apart",
  summary: "Mark two causes as different: they are not suggested or merged again until this is undone",
  allow: "project:triage",
  params,
  body: z.object({ groupIds: z.array(Id).length(2) }),
  response: success(z.object({ decisionId: Id })),
});
