import type { FailedDelivery } from "@plumb/contract/integrations/outbox.ts";
import type { Webhook, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { runJobs } from "#jobs/engine.ts";
import { queueDeliveries } from "#outbox/queue.ts";
import { webhookDestination } from "#store/integrations/webhooks.ts";
import { announceWriter } from "#store/writer.ts";
import { call, type TestApp } from "./app.ts";
import { readRows } from "./database.ts";

interface SeededProject {
  readonly projectId: number;
  readonly token: string;
}

/** Adds a webhook to `url` that receives what `queue` queues. */
export async function addDestination(plumb: TestApp, { projectId, token }: SeededProject, url: string) {
  const base = `/api/projects/${projectId}/webhooks`;
  const body = { url, events: ["run.finished"], secret: "the secret of the tests" };
  const created = await call<{ data: { webhook: Webhook } }>(plumb, "POST", base, { token, body });
  const { id } = created.body.data.webhook;
  const destination = webhookDestination(projectId, id);
  return {
    destination,
    path: `${base}/${id}`,
    /** Queues an event per text, each in its own transaction. Events that exist are not queued again. */
    queue: async (texts: readonly string[]) => {
      for (const text of texts) {
        await plumb.context.db.transaction().execute(async (transaction) => {
          const now = plumb.time.now;
          const event = { event: "run.finished", key: text, runId: 1, body: text, now } as const;
          await queueDeliveries(transaction, { ...event, projectId, kind: "webhook", targetIds: [id] });
        });
      }
    },
    /** Deliveries, oldest first. */
    log: async () => {
      const { body: response } = await call<{ data: WebhookDelivery[] }>(
        plumb,
        "GET",
        `${base}/${id}/deliveries?limit=100`,
        { token },
      );
      return response.data.toReversed();
    },
  };
}

export function later(plumb: TestApp, seconds: number): void {
  plumb.time.now = new Date(plumb.time.now.getTime() + seconds * 1000);
}

/** Runs jobs until nothing is waiting, and moves the clock to the next due time in between, for up to `hours`. */
export async function runUntilSent(plumb: TestApp, hours: number): Promise<void> {
  const end = plumb.time.now.getTime() + hours * 3_600_000;
  for (;;) {
    await runJobs(plumb.context);
    const [next] = await readRows<{ dueAt: Date | null }>(
      plumb.context.db,
      `select min(due_at) as "dueAt" from job where kind = 'send-deliveries' and state = 'queued'`,
    );
    if (next === undefined || next.dueAt === null || next.dueAt.getTime() > end) return;
    plumb.time.now = new Date(Math.max(next.dueAt.getTime(), plumb.time.now.getTime()));
  }
}

/**
 * Sends on two servers concurrently until nothing is waiting. In the embedded database, each server believes that the other has died and takes over its job,
 * so a delivery that the other is sending is due again a minute later.
 */
export async function sendOnTwoServers(plumb: TestApp): Promise<void> {
  await using writer = await announceWriter(plumb.database);
  await Promise.all([runJobs(plumb.context), runJobs({ ...plumb.context, writer })]);
  await runUntilSent(plumb, 1);
}

/** Calls the list of failed deliveries. */
export function failedList(plumb: TestApp, { projectId, token }: SeededProject) {
  const path = `/api/projects/${projectId}/deliveries/failed`;
  return {
    read: async () =>
      (await call<{ data: FailedDelivery[]; total: number; sendable: number }>(plumb, "GET", path, { token })).body,
    post: async (action: "resend" | "dismiss") =>
      (await call<{ data: object }>(plumb, "POST", `${path}/${action}`, { token })).body.data,
  };
}
