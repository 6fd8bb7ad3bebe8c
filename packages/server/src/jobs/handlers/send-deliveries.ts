import type { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { mailHandler } from "#mails/mail-handler.ts";
import { channelHandler } from "#messages/channel-handler.ts";
import { codeHostHandler } from "#pull-requests/code-host-handler.ts";
import type { DestinationHandler } from "#outbox/attempt.ts";
import { sendDue } from "#outbox/send.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { trackerHandler } from "#tickets/tracker-handler.ts";
import { webhookHandler } from "#webhooks/webhook-handler.ts";

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
  // Each waits for one response, so that slow destinations leave room for others.
  concurrency: 32,
  maxAttempts: 8,
  async run(context, { projectId, data: { kind, targetId }, signal }) {
    // Destinations of the server belong to no project.
    const destination = { projectId: projectId ?? 0, kind, targetId };
    const next = await sendDue(context, handlers[kind], destination, signal);
    return next === null ? undefined : { againAt: next };
  },
});
