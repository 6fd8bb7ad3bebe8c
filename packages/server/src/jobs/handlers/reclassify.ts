import { reclassifyProject } from "#failures/rules/reclassify-project.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Runs after a change of a project's rules. */
export const reclassifyJob = jobKind({
  name: "judge-again",
  title: "Reclassify the failures of a project by its rules",
  data: jobData["judge-again"],
  concurrency: 1,
  maxAttempts: 5,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    await reclassifyProject(context, projectId, signal);
    // Incidents may have changed, and failures in incidents do not affect the state of their tests.
    await queueTestEvaluation(context, projectId);
  },
});
