import { judgeAgain } from "#failures/rules/judge-again.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Runs after a change of a project's rules. */
export const judgeAgainJob = jobKind({
  name: "judge-again",
  title: "Reclassify the failures of a project by its rules",
  data: jobData["judge-again"],
  atOnce: 1,
  maxAttempts: 5,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    await judgeAgain(context, projectId, signal);
    // Incidents may have changed, and failures in incidents do not affect the state of their tests.
    await queueJudgingTests(context, projectId);
  },
});
