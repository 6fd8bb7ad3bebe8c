import { z } from "zod";
import { gatherFailures } from "#failures/gather-failures.ts";
import { announceReopened } from "#items/reopen-returned.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Gathers the failures of a run that was judged. */
export const gatherFailuresJob = jobKind({
  name: "gather-failures",
  title: "Gather a report's failures",
  data: z.object({ runId: z.number().int() }),
  atOnce: 1,
  mostAttempts: 8,
  async run(context, { projectId, data: { runId }, signal }) {
    if (projectId === null) return;
    announceReopened(context, projectId, await gatherFailures(context, { projectId, runId }, signal));
    // Incidents may have come of it: the tests that were in them are judged again.
    await queueJudgingTests(context, projectId);
    context.bus.publish({ about: "failures", projectId });
  },
});
