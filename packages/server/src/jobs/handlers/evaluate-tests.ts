import { queueResolutions } from "#failures/resolutions/queue-resolutions.ts";
import { updateIncidents } from "#failures/update-incidents.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { evaluateTests } from "#tests/evaluate-tests.ts";
import { evaluationDelayMs, queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Determines which tests are flaky, broken or healthy. Incidents are found first, because their failures do not count against tests. */
export const evaluateTestsJob = jobKind({
  name: "judge-tests",
  title: "Find incidents and evaluate the tests of a project",
  data: jobData["judge-tests"],
  concurrency: 1,
  maxWaitMs: evaluationDelayMs.ended,
  maxAttempts: 8,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    if (await updateIncidents(context, projectId, signal)) context.bus.publish({ about: "failures", projectId });
    const { evaluated, isLeft } = await evaluateTests(context, projectId, signal);
    if (evaluated > 0) context.bus.publish({ about: "trends", projectId });
    if (isLeft) await queueTestEvaluation(context, projectId);
    else await queueResolutions(context, projectId);
  },
});
