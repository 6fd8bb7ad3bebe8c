import { z } from "zod";
import { jobKind } from "#jobs/job-kind.ts";
import { markStaleForEvaluation } from "#store/tests/test-states.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";
import { releaseQuarantines } from "#tests/release-quarantines.ts";

/** Updates what depends on the time only: old evidence expires, and quarantines end. */
export const tidyTests = jobKind({
  name: "tidy-tests",
  title: "Update the state of tests that have not run lately",
  data: z.object({}),
  concurrency: 1,
  maxAttempts: 3,
  schedule: { everyMs: 600_000 },
  async run(context) {
    await releaseQuarantines(context);
    for (const projectId of await markStaleForEvaluation(context.backgroundDb, context.clock()))
      await queueTestEvaluation(context, projectId);
  },
});
