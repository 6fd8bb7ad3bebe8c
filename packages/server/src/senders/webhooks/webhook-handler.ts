import { SealError } from "#core/secret-box.ts";
import type { AttemptResult, DestinationHandler } from "#outbox/attempt.ts";
import { httpResult } from "#outbox/http-result.ts";
import { notifyDisabled } from "#inbox/notify-disabled.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { switchOff, webhookById } from "#store/integrations/webhooks.ts";
import { signedHeaders } from "#core/webhook-signature.ts";

/** Timeout of an attempt. */
const timeoutMs = 10_000;
const maxResponseBytes = 8192;

/** Returns the purpose of a webhook's secret, which cannot be decrypted for another project. */
export function secretPurpose(projectId: number): string {
  return `webhook:${projectId}`;
}

/** Sends signed events to the address of a webhook. */
export const webhookHandler: DestinationHandler = {
  kind: "webhook",

  async send({ db, outgoing, secretBox }, { projectId, targetId, id, event, body }, at) {
    const webhook = await webhookById(db, projectId, targetId);
    if (webhook === null) return failed("The webhook was deleted before this was delivered.");
    try {
      const secret = secretBox.open(webhook.secret, secretPurpose(projectId));
      const headers = signedHeaders({ secret, body, event, id: String(id), at });
      const request = {
        method: "POST",
        url: webhook.url,
        headers,
        body,
        timeoutMs,
        maxResponseBytes,
        partialBody: true,
      } as const;
      return httpResult(await outgoing.request(request), at, [secret]);
    } catch (error) {
      if (error instanceof OutgoingError || error instanceof SealError) return failed(error.message);
      throw error;
    }
  },

  async onClosed(transaction, destination, reason) {
    const switched = await switchOff(transaction, destination, reason);
    return async (context) => {
      if (switched !== null)
        await notifyDisabled(context, destination.projectId, {
          createdBy: switched.createdBy,
          title: "A webhook was disabled",
          message: `No deliveries to ${new URL(switched.url).host} succeeded for 3 days. Check the delivery log, then enable the webhook again.`,
          tab: "webhooks",
        });
    };
  },
};

function failed(message: string): AttemptResult {
  return {
    request: null,
    responseStatus: null,
    responseBody: null,
    problem: { message, scope: "destination", retryAfterMs: null },
  };
}
