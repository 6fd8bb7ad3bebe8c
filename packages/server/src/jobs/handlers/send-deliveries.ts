import type { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import { type JobAttempt, jobKind } from "#jobs/job-kind.ts";
import { mailHandler } from "#senders/people/mail-handler.ts";
import { channelHandler } from "#senders/rules/channel-handler.ts";
import { codeHostHandler } from "#senders/pull-requests/code-host-handler.ts";
import type { DestinationHandler } from "#outbox/attempt.ts";
import { scheduleSlowSending } from "#outbox/queue.ts";
import { sendDue } from "#outbox/send.ts";
import type { Context } from "#core/context.ts";
import { type Destination, wasSlow } from "#store/outbox/destinations.ts";
import { type JobData, jobData } from "#store/jobs/job-data.ts";
import { trackerHandler } from "#tickets/tracker-handler.ts";
import { webhookHandler } from "#senders/webhooks/webhook-handler.ts";

const handlers: Readonly<Record<DestinationKind, DestinationHandler>> = {
  webhook: webhookHandler,
  mail: mailHandler,
  tracker: trackerHandler,
  channel: channelHandler,
  "code-host": codeHostHandler,
};

/** One job per destination sends all its waiting deliveries. Failed deliveries are sent again from the list of failed deliveries. */
export const sendDeliveries = jobKind({
  name: "send-deliveries",
  title: "Send to another service",
  data: jobData["send-deliveries"],
  // High, because each job mostly waits for a response.
  concurrency: 32,
  maxAttempts: 8,
  async run(context, attempt) {
    const next = await send(context, attempt, true);
    const destination = destinationOf(attempt);
    const now = context.clock();
    if (next === null || next > now || !(await wasSlow(context.db, destination, now))) return againAt(next);
    await scheduleSlowSending(context.db, destination, now);
    context.bus.publish({ about: "jobs" });
    return undefined;
  },
});

/** Sends to destinations that were slow a short time ago. They have their own places, so that they leave the others free. */
export const sendSlowDeliveries = jobKind({
  name: "send-slow-deliveries",
  title: "Send to a slow service",
  data: jobData["send-slow-deliveries"],
  concurrency: 32,
  maxAttempts: 8,
  run: async (context, attempt) => againAt(await send(context, attempt, false)),
});

type Attempt = JobAttempt<JobData<"send-deliveries">>;

/** Destinations of the server belong to no project. */
function destinationOf({ projectId, data: { kind, targetId } }: Attempt): Destination {
  return { projectId: projectId ?? 0, kind, targetId };
}

function againAt(next: Date | null) {
  return next === null ? undefined : { againAt: next };
}

async function send(context: Context, attempt: Attempt, onlyQuick: boolean): Promise<Date | null> {
  const { data, signal } = attempt;
  return sendDue(context, handlers[data.kind], destinationOf(attempt), { signal, onlyQuick });
}
