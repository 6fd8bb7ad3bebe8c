import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { judgeStale } from "#store/tests/test-states.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";
import { releaseQuarantines } from "#tests/release-quarantines.ts";

/** What changes about tests with time alone: what speaks against them grows old, and quarantines end. */
export const tidyTests = jobKind({
  name: "tidy-tests",
  title: "Update the state of tests that have not run lately",
  data: z.object({}),
  atOnce: 1,
  mostAttempts: 3,
  schedule: { everyMs: 600_000 },
  async run(context) {
    await releaseQuarantines(context);
    for (const projectId of await judgeStale(context.backgroundDb, context.clock()))
      await queueJudgingTests(context, projectId);
  },
});
