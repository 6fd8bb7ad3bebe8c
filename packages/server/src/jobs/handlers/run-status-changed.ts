import type { Context } from "#core/context.ts";
import { queueFailureCollection } from "#failures/queue-failure-collection.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { queueRunForMessages } from "#messages/queue-run.ts";
import { queueRunForPullRequest } from "#pull-requests/queue-run.ts";
import { queueCounting } from "#runs/queue-counting.ts";
import { isNews, reportTold, runStatusData, type RunStatusEvent } from "#runs/run-status-event.ts";
import { notifyOfFailures } from "#tests/notify-failures.ts";
import { queueRunEvents } from "#webhooks/queue-run-events.ts";

type Sender = (context: Context, event: RunStatusEvent) => Promise<void>;

/** Tell people about an ended run. */
const senders: readonly Sender[] = [queueRunEvents, queueRunForPullRequest, notifyOfFailures];

/**
 * Calls the listeners after a run status change (`store/runs/run-status.ts`); if one fails, the others continue. Each listener is fast (slow work is a
 * separate job) and must tolerate repeated calls.
 */
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
    const news = isNews(event);
    const called = await Promise.allSettled([
      queueCounting(context, event),
      // Messages wait for a collection that is queued, so it must be queued first.
      queueFailureCollection(context, event).then(() => (news ? queueRunForMessages(context, event) : undefined)),
      ...(news ? senders : []).map((send) => send(context, event)),
    ]);
    const failed = called.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  },
});
