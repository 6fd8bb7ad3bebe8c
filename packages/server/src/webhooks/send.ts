import type { Context } from "#core/context.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { notify } from "#realtime/notify.ts";
import { SealError } from "#core/secret-box.ts";
import { projectById } from "#store/projects/projects.ts";
import { type Attempt, type Outcome, recordOutcome } from "#store/integrations/webhook-deliveries.ts";
import { signature } from "#webhooks/signature.ts";

const secondMs = 1000;
const dayMs = 86_400_000;

/** Timeout of an attempt, and time after which a claim counts as lost because its server has died. */
const timeoutMs = 10 * secondMs;
const lostAfterMs = 60 * secondMs;
/** Pauses between attempts: six attempts in about an hour. */
const pausesMs = [30, 120, 300, 900, 2400].map((seconds) => seconds * secondMs);
/** Days without a successful delivery after which a webhook is disabled. */
const graceDays = 3;
const maxStoredAnswerBytes = 1024;

/** Returns when a claim that starts now is lost. */
export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + lostAfterMs);
}

/** Returns the purpose of a webhook's secret, which cannot be decrypted for another project. */
export function secretPurpose(projectId: number): string {
  return `webhook:${projectId}`;
}

/** Makes one attempt and stores its result and the time of the next attempt. */
export async function send(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">,
  attempt: Attempt,
): Promise<void> {
  const began = performance.now();
  const at = context.clock();
  const answer = await post(context, attempt, at).catch((error: unknown) => {
    if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
    return { responseStatus: null, responseBody: null, error: error.message };
  });
  const passed = answer.error === null;
  // A test delivery is not retried.
  const pause = passed || attempt.event === "ping" ? undefined : pausesMs[attempt.attempts - 1];
  const outcome: Outcome = {
    ...answer,
    passed,
    at,
    durationMs: Math.round(performance.now() - began),
    nextAttemptAt: pause === undefined ? null : new Date(context.clock().getTime() + pause),
  };
  const reason = `All deliveries failed for ${graceDays} days, so this webhook was disabled. Last error: ${answer.error ?? ""}`;
  const failingSince = new Date(at.getTime() - graceDays * dayMs);
  const switchedOff = await context.db
    .transaction()
    .execute((transaction) => recordOutcome(transaction, attempt, outcome, { failingSince, reason }));
  if (switchedOff !== null) await notifySwitchedOff(context, attempt, switchedOff.createdBy);
}

async function post({ secretBox, outgoing }: Pick<Context, "secretBox" | "outgoing">, attempt: Attempt, at: Date) {
  const { projectId, id, event, url, body } = attempt;
  const secret = secretBox.open(attempt.secret, secretPurpose(projectId));
  const headers = {
    "content-type": "application/json",
    "user-agent": "Plumb",
    "x-plumb-event": event,
    "x-plumb-delivery": String(id),
    "x-plumb-signature": signature(secret, body, at),
  };
  const answer = await outgoing.request({ method: "POST", url, headers, body, timeoutMs });
  return { responseStatus: answer.status, responseBody: shortened(answer.body), error: refusal(answer.status) };
}

function refusal(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver responded with a redirect (${status}). Redirects are not followed: enter the final address.`;
  return `The receiver responded with ${status} instead of 2xx.`;
}

/** Returns the start of a response without NUL, which PostgreSQL cannot store. */
function shortened(answer: string): string {
  return Buffer.from(answer).subarray(0, maxStoredAnswerBytes).toString().replaceAll("\0", "");
}

async function notifySwitchedOff(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  { projectId, url }: Attempt,
  createdBy: number,
): Promise<void> {
  const project = await projectById(context.db, projectId);
  if (project === null) return;
  const notice = {
    title: "A webhook was disabled",
    message: `No deliveries to ${new URL(url).host} succeeded for ${graceDays} days. Check the delivery log, then enable the webhook again.`,
    type: "warning",
    metadata: { projectName: project.name },
    projectId,
    actionUrl: `/settings?tab=webhooks&project=${projectId}`,
  } as const;
  await notify(context, { userIds: [createdBy] }, notice);
  await notify(context, { membersOf: projectId, roles: ["LEAD"], except: [createdBy] }, notice);
}
