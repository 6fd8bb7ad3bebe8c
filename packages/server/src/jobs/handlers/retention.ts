import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { retentionRound } from "#runs/retention.ts";

/** Deletes reports that are older than their project's retention. A stop only delays this. */
export const retention = jobKind({
  name: "retention",
  title: "Delete old reports",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 3_600_000 },
  // With a wrong date, reports would be deleted too early.
  pauseAfterClockStepMs: 3_600_000,
  run: (context, { signal }) => retentionRound(context, () => signal.aborted),
});
