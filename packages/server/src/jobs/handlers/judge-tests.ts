import { jobData } from "#jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { judgeTests } from "#tests/judge-tests.ts";

/** Judges which tests are flaky, broken or healthy. */
export const judgeTestsJob = jobKind({
  name: "judge-tests",
  title: "Judge a project's tests",
  data: jobData["judge-tests"],
  atOnce: 1,
  mostAttempts: 8,
  async run(context, { projectId, signal }) {
    if (projectId === null) return;
    if (await judgeTests(context, projectId, signal)) context.bus.publish({ about: "trends", projectId });
  },
});
