import { gatherFailures } from "#failures/gather-failures.ts";
import { announceReopened } from "#items/reopen-returned.ts";
import { jobData } from "#jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Gathers the failures of a run that was judged, or goes on. */
export const gatherFailuresJob = jobKind({
  name: "gather-failures",
  title: "Gather a report's failures",
  data: jobData["gather-failures"],
  atOnce: 1,
  mostAttempts: 8,
  async run(context, { projectId, data: { runId, incidents }, signal }) {
    if (projectId === null) return;
    const gathered = await gatherFailures(context, { projectId, runId, incidents }, signal);
    announceReopened(context, projectId, gathered);
    // The tests that came into incidents, or out of them, are judged again.
    if (gathered.incidents) await queueJudgingTests(context, projectId);
    context.bus.publish({ about: "failures", projectId });
  },
});
