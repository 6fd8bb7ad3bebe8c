import type { WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Context } from "#core/context.ts";
import type { RunStatusEvent } from "#runs/run-status-event.ts";
import type { Db } from "#store/db.ts";
import { takeNewFailures } from "#store/runs/new-failures.ts";
import { projectById } from "#store/projects/projects.ts";
import { subscribers } from "#store/integrations/webhooks.ts";
import { queueDeliveries } from "#outbox/queue.ts";
import { bodyText, webhookFailures, webhookRun, maxWebhookFailures } from "./body.ts";

type Listening = Pick<Context, "bus" | "clock" | "db" | "publicUrl">;

/** Queues the deliveries of a run status change, once. Without webhooks, this takes one short query. */
export async function queueRunEvents(context: Listening, run: RunStatusEvent): Promise<void> {
  const queued = await context.db.transaction().execute((transaction) => queueIn(transaction, context, run));
  if (queued) context.bus.publish({ about: "jobs" });
}

async function queueIn(transaction: Db, { clock, publicUrl }: Listening, run: RunStatusEvent): Promise<boolean> {
  const { projectId, runId, changeNumber, changedAt, report } = run;
  const events = eventsOf(run);
  const webhooks = await subscribers(transaction, projectId, events);
  const project = webhooks.length === 0 ? null : await projectById(transaction, projectId);
  if (project === null) return false;
  const about = {
    createdAt: changedAt.toISOString(),
    project: { id: project.id, name: project.name },
    run: webhookRun(report, publicUrl()),
  };
  const now = clock();
  let queued = false;
  for (const event of events) {
    const targetIds = webhooks.filter((webhook) => webhook.events.includes(event)).map(({ id }) => id);
    if (targetIds.length === 0) continue;
    const found = event === "failure.new" ? await takeNewFailures(transaction, run, maxWebhookFailures) : undefined;
    if (found?.count === 0) continue;
    const body = bodyText({ event, ...about, ...(found && { newFailures: webhookFailures(found, publicUrl()) }) });
    const key = `${event}:${runId}:${changeNumber}`;
    const isNew = await queueDeliveries(transaction, {
      projectId,
      kind: "webhook",
      targetIds,
      event,
      key,
      runId,
      body,
      now,
    });
    queued ||= isNew;
  }
  return queued;
}

/**
 * Queues the deliveries about tests of an ended run that failed before too, but for other causes. Called after its failures are collected; a repeated
 * call sends nothing.
 */
export async function queueNewCauses(
  context: Listening,
  { projectId, runId, report }: { readonly projectId: number; readonly runId: number; readonly report: Report },
): Promise<void> {
  const { bus, clock, db, publicUrl } = context;
  const event = "failure.new";
  if ((await subscribers(db, projectId, [event])).length === 0) return;
  const queued = await db.transaction().execute(async (transaction) => {
    const targetIds = (await subscribers(transaction, projectId, [event])).map(({ id }) => id);
    const project = targetIds.length === 0 ? null : await projectById(transaction, projectId);
    if (project === null) return false;
    const found = await takeNewFailures(transaction, { projectId, runId }, maxWebhookFailures, "causes");
    if (found.count === 0) return false;
    const now = clock();
    const body = bodyText({
      event,
      createdAt: now.toISOString(),
      project: { id: project.id, name: project.name },
      run: webhookRun(report, publicUrl()),
      newFailures: webhookFailures(found, publicUrl()),
    });
    const key = `${event}:${runId}:causes:${found.uploadId}`;
    return queueDeliveries(transaction, { projectId, kind: "webhook", targetIds, event, key, runId, body, now });
  });
  if (queued) bus.publish({ about: "jobs" });
}

function eventsOf({ report: { status, summary } }: RunStatusEvent): WebhookEvent[] {
  const failures = summary.failed + summary.errored > 0 ? (["failure.new"] as const) : [];
  return status === "failed" ? ["run.finished", "run.failed", ...failures] : ["run.finished", ...failures];
}
