import { SealError } from "#core/secret-box.ts";
import type { AttemptResult, DestinationHandler, OutboxContext } from "#outbox/attempt.ts";
import { httpResult } from "#outbox/http-result.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { notify } from "#realtime/notify.ts";
import { switchOff, webhookById } from "#store/integrations/webhooks.ts";
import { projectById } from "#store/projects/projects.ts";
import { signature } from "#webhooks/signature.ts";

/** Timeout of an attempt. */
const timeoutMs = 10_000;
const maxAnswerBytes = 8192;

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
      const headers = {
        "content-type": "application/json",
        "user-agent": "Plumb",
        "x-plumb-event": event,
        "x-plumb-delivery": String(id),
        "x-plumb-signature": signature(secret, body, at),
      };
      const request = {
        method: "POST",
        url: webhook.url,
        headers,
        body,
        timeoutMs,
        maxAnswerBytes,
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
      if (switched !== null) await notifySwitchedOff(context, destination.projectId, switched);
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

async function notifySwitchedOff(
  context: OutboxContext,
  projectId: number,
  { url, createdBy }: { url: string; createdBy: number },
): Promise<void> {
  const project = await projectById(context.db, projectId);
  if (project === null) return;
  const notice = {
    title: "A webhook was disabled",
    message: `No deliveries to ${new URL(url).host} succeeded for 3 days. Check the delivery log, then enable the webhook again.`,
    type: "warning",
    metadata: { projectName: project.name },
    projectId,
    actionUrl: `/settings?tab=webhooks&project=${projectId}`,
  } as const;
  await notify(context, { userIds: [createdBy] }, notice);
  await notify(context, { membersOf: projectId, roles: ["LEAD"], except: [createdBy] }, notice);
}
