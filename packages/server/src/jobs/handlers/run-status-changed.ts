import type { Context } from "#core/context.ts";
import { queueFailureCollection } from "#failures/queue-failure-collection.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueRunForMessages } from "#messages/queue-run.ts";
import { queueRunForPullRequest } from "#pull-requests/queue-run.ts";
import { queueCounting } from "#runs/queue-counting.ts";
import { isNews, reportTold, runStatusData, type RunStatusEvent } from "#runs/run-status-event.ts";
import { notifyOfFailures } from "#tests/notify-failures.ts";
import { queueRunEvents } from "#webhooks/queue-run-events.ts";

type Listener = (context: Context, event: RunStatusEvent) => Promise<void>;

/** Listeners for all changes. Each listener is fast (slow work is a separate job) and must tolerate repeated calls. */
const recorders: readonly Listener[] = [queueCounting, queueFailureCollection];

/** Listeners for ended runs that tell people. Messages wait for a collection that is queued, so they are called after it. */
const senders: readonly Listener[] = [queueRunForMessages, queueRunEvents, queueRunForPullRequest, notifyOfFailures];

/** Calls the listeners after a run status change (`store/runs/run-status.ts`). */
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
    const event = { ...change, projectId, report };
    await callAll(recorders, context, event);
    if (isNews(event)) await callAll(senders, context, event);
  },
});

/** Calls all listeners; if one fails, the others continue. */
async function callAll(listeners: readonly Listener[], context: Context, event: RunStatusEvent): Promise<void> {
  const called = await Promise.allSettled(listeners.map((listen) => listen(context, event)));
  const failed = called.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}
