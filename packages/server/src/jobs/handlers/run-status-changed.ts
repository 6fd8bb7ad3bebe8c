import { jobKind } from "#jobs/job-kind.ts";
import { queueRunForPullRequest } from "#pull-requests/queue-run.ts";
import { queueRunForMessages } from "#messages/queue-run.ts";
import { runStatusData, reportTold } from "#runs/run-status-event.ts";
import { queueCounting } from "#runs/queue-counting.ts";
import { queueFailureCollection } from "#failures/queue-failure-collection.ts";
import { notifyOfFailures } from "#tests/notify-failures.ts";
import { queueRunEvents } from "#webhooks/queue-run-events.ts";

/** Listeners for ended runs. Each is fast (slow work is a separate job) and must tolerate repeated calls. */
const listeners = [
  queueCounting,
  // Messages wait for a collection that is queued, so it must be queued first.
  async (...given: Parameters<typeof queueFailureCollection>) => {
    await queueFailureCollection(...given);
    await queueRunForMessages(...given);
  },
  queueRunEvents,
  queueRunForPullRequest,
  notifyOfFailures,
];

/** Calls all listeners after a run status change (`store/runs/run-status.ts`); if one fails, the others continue. */
export const runStatusChanged = jobKind({
  name: "run-judged",
  title: "Send webhooks and notifications for ended runs",
  data: runStatusData,
  concurrency: 3,
  maxAttempts: 8,
  async run(context, { projectId, data }) {
    const { run, ...change } = data;
    const report = reportTold(run);
    // The run has been deleted.
    if (projectId === null || report === null) return;
    const told = await Promise.allSettled(listeners.map((listen) => listen(context, { ...change, projectId, report })));
    const failed = told.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  },
});
