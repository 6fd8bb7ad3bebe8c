import { judgeAgain } from "#failures/rules/judge-again.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Follows a change of a project's rules. */
export const judgeAgainJob = jobKind({
  name: "judge-again",
  title: "Reclassify the failures of a project by its rules",
  data: jobData["judge-again"],
  atOnce: 1,
  mostAttempts: 5,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    await judgeAgain(context, projectId, signal);
    // Incidents may have come or gone with it, and they decide what counts of a test.
    await queueJudgingTests(context, projectId);
  },
});
