import { z } from "zod";
import { bindingPurpose } from "#connectors/bindings/open-connection.ts";
import { webhookSecretField } from "#connectors/bindings/offers-of.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { hexSignature } from "#connectors/webhook-secret.ts";
import { openSecrets } from "#connectors/bindings/setup.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { bindingById, type BindingRow } from "#store/integrations/bindings.ts";
import { readingJob } from "./read-tickets.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { markUnread } from "#store/tickets/tickets-to-read.ts";

const Params = z.object({
  projectId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  bindingId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});

/** Maximum number of tickets per request. Other tickets are read at the next poll. */
const maxIds = 100;

interface WebhookRequest {
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly ip: string;
}

/** Returns a function that receives trackers' webhooks. A request only makes tickets due; the job reads their state from the tracker. */
export function createWebhookReceiver(context: Pick<Context, "bus" | "clock" | "db" | "secretBox">) {
  const limit = createRateLimit({ max: 600, windowMs: 60_000, clock: context.clock });
  return async (request: WebhookRequest): Promise<object> => {
    limit.count(request.ip);
    const at = Params.safeParse(request.params);
    const ids = at.success ? await ticketIds(context, at.data, request) : null;
    // The same response for unknown connections, so that callers cannot find out which exist.
    if (!at.success || ids === null)
      throw new ApiError("unauthenticated", "This webhook is unknown, or its secret is wrong.");
    const now = context.clock();
    await context.db.transaction().execute(async (transaction) => {
      const found = await markUnread(transaction, at.data, ids.slice(0, maxIds));
      if (found) await enqueue(transaction, readingJob(at.data, now));
    });
    context.bus.publish({ about: "jobs" });
    return { success: true, data: null };
  };
}

/** Returns the tickets in a request; `null` if it is not from the tracker. */
async function ticketIds(
  { clock, db, secretBox }: Pick<Context, "clock" | "db" | "secretBox">,
  { projectId, bindingId }: z.infer<typeof Params>,
  { headers, body }: WebhookRequest,
): Promise<readonly string[] | null> {
  const binding = await bindingById(db, projectId, bindingId);
  const webhook = binding?.offer === "tracker" ? connectors[binding.connectorType].tracker?.webhook : undefined;
  const secret = binding === null ? undefined : secretOf(binding, secretBox);
  if (webhook !== undefined && secret !== undefined) return webhook.ticketIds({ headers, body, secret, now: clock() });
  // Takes as long as for an existing connection, whose tracker usually signs the body.
  hexSignature(body, "unknown");
  return null;
}

/** Returns the secret of a connection; `undefined` if it has none, or if it was encrypted under another secret of the server. */
function secretOf(binding: BindingRow, secretBox: Context["secretBox"]): string | undefined {
  try {
    return openSecrets(binding, bindingPurpose(binding), secretBox)[webhookSecretField];
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
