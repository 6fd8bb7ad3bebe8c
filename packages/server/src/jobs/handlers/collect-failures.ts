import { collectFailures } from "#failures/collect-failures.ts";
import { announceReopened } from "#items/reopen-returned.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueRunForMessages } from "#senders/rules/queue-run.ts";
import { sendCauses } from "#senders/run-ended.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { evaluationDelayMs, queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

/** Groups the failures of an ended or running run. */
export const collectFailuresJob = jobKind({
  name: "gather-failures",
  title: "Collect the failures of a report",
  data: jobData["gather-failures"],
  concurrency: 1,
  maxAttempts: 8,
  async run(context, { projectId, data: { runId, sends }, signal }) {
    if (projectId === null) return;
    const { running, ...reopened } = await collectFailures(context, { projectId, runId }, signal);
    if (sends) await sendCauses(context, { projectId, runId });
    announceReopened(context, projectId, reopened);
    await queueTestEvaluation(context, projectId, evaluationDelayMs[running ? "running" : "ended"]);
    context.bus.publish({ about: "failures", projectId });
  },
  // The messages are sent without causes.
  async onFailed(context, { runId, sends }, projectId) {
    if (sends && projectId !== null) await queueRunForMessages(context, { projectId, runId });
  },
});
