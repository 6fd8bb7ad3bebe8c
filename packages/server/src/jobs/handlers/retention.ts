import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { retentionRound } from "#runs/retention.ts";

/** Deletes reports that have passed their project's days. A stop anywhere only delays that. */
export const retention = jobKind({
  name: "retention",
  title: "Delete old reports",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 3,
  schedule: { everyMs: 3_600_000 },
  // A wrong date would delete what is not old.
  waitsAfterClockStepMs: 3_600_000,
  run: (context, { signal }) => retentionRound(context, () => signal.aborted),
});
