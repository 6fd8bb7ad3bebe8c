import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { deliverWebhook } from "#webhooks/deliver-webhook.ts";

/** One job per webhook delivers all waiting events. Failed deliveries are retried from the delivery log. */
export const deliverWebhookJob = jobKind({
  name: "deliver-webhook",
  title: "Send a webhook",
  data: jobData["deliver-webhook"],
  concurrency: 8,
  maxAttempts: 8,
  async run(context, { projectId, data: { webhookId }, signal }) {
    if (projectId === null) return undefined;
    const next = await deliverWebhook(context, { projectId, webhookId }, signal);
    return next === null ? undefined : { againAt: next };
  },
});
