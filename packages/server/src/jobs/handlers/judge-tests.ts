import { noteNewIncidents } from "#failures/note-incidents.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { judgeTests } from "#tests/judge-tests.ts";
import { judgedAfterMs, queueJudgingTests } from "#tests/queue-judging-tests.ts";

/** Determines which tests are flaky, broken or healthy. Incidents are found first, because their failures do not count against tests. */
export const judgeTestsJob = jobKind({
  name: "judge-tests",
  title: "Find incidents and evaluate the tests of a project",
  data: jobData["judge-tests"],
  atOnce: 1,
  gathersMs: judgedAfterMs.ended,
  maxAttempts: 8,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    if (await noteNewIncidents(context, projectId, signal)) context.bus.publish({ about: "failures", projectId });
    const { judged, isLeft } = await judgeTests(context, projectId, signal);
    if (judged > 0) context.bus.publish({ about: "trends", projectId });
    if (isLeft) await queueJudgingTests(context, projectId);
  },
});
