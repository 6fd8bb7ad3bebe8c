import { collectFailures } from "#failures/collect-failures.ts";
import { announceReopened } from "#items/reopen-returned.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { evaluationDelayMs, queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Groups the failures of an ended or running run. */
export const collectFailuresJob = jobKind({
  name: "gather-failures",
  title: "Collect the failures of a report",
  data: jobData["gather-failures"],
  concurrency: 1,
  maxAttempts: 8,
  async run(context, { projectId, data: { runId }, signal }) {
    if (projectId === null) return;
    const { running, ...reopened } = await collectFailures(context, { projectId, runId }, signal);
    announceReopened(context, projectId, reopened);
    await queueTestEvaluation(context, projectId, evaluationDelayMs[running ? "running" : "ended"]);
    context.bus.publish({ about: "failures", projectId });
  },
});
