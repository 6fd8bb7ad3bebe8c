import type { Context } from "#core/context.ts";
import { queueFailureCollection } from "#failures/queue-failure-collection.ts";
import { queueCounting } from "#runs/queue-counting.ts";
import { isNews, type RunStatusEvent } from "#runs/run-status-event.ts";
import { reportById } from "#store/runs/runs.ts";
import { notifyOfCauses, notifyOfFailures } from "./people/notify-failures.ts";
import { queueRunForPullRequest } from "./pull-requests/queue-run.ts";
import { queueRunForMessages } from "./rules/queue-run.ts";
import { queueNewCauses, queueRunEvents } from "./webhooks/queue-run-events.ts";

type Sender = (context: Context, event: RunStatusEvent) => Promise<void>;

/** Senders that need no causes of failures. */
const senders: readonly Sender[] = [queueRunEvents, queueRunForPullRequest, notifyOfFailures];

/**
 * Processes a run status change (`runs/status/update-run-status.ts`): counts the run, collects its failures and, if it is news, tells users and services. If
 * one step fails, the others continue. Each step is fast (slow work is a separate job) and must tolerate repeated calls.
 */
export async function processStatusChange(context: Context, event: RunStatusEvent): Promise<void> {
  const news = isNews(event);
  const steps = await Promise.allSettled([
    queueCounting(context, event),
    collectThenSend(context, event, news),
    ...(news ? senders : []).map((send) => send(context, event)),
  ]);
  const failed = steps.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** Messages of rules name the causes of failures, so the job that collects them queues the messages. */
async function collectThenSend(context: Context, event: RunStatusEvent, news: boolean): Promise<void> {
  const collects = await queueFailureCollection(context, event, news);
  if (news && !collects) await queueRunForMessages(context, event);
}

/** Tells users and services of the causes of an ended run, after they were collected. Must tolerate repeated calls. */
export async function sendCauses(
  context: Context,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
): Promise<void> {
  await queueRunForMessages(context, { projectId, runId });
  const report = await reportById(context.db, projectId, runId);
  if (report === null || report.status === "running") return;
  await queueNewCauses(context, { projectId, runId, report });
  await notifyOfCauses(context, { projectId, runId, report });
}
