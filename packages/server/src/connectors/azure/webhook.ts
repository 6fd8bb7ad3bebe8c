import { z } from "zod";
import type { TrackerWebhook } from "#connectors/offers.ts";
import { isSame } from "#connectors/webhook-secret.ts";
import { parseJson } from "#outgoing/bounded-json.ts";

const Event = z.object({
  eventType: z.string().startsWith("workitem."),
  /** In the event of an update, `id` is the number of the update. */
  resource: z.object({ id: z.number(), workItemId: z.number().optional() }),
});

/** @see https://learn.microsoft.com/azure/devops/service-hooks/services/webhooks */
export const azureWebhook: TrackerWebhook = {
  hint: "In the project settings, open Service hooks, and add a subscription of type Web Hooks for Work item updated. Enter any user name, and the secret as the basic authentication password.",
  ticketIds({ headers, body, secret }) {
    const [, credentials] = /^Basic ([\w+/=]+)$/i.exec(String(headers["authorization"])) ?? [];
    if (secret === "" || credentials === undefined) return null;
    const password = Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
    if (!isSame(password, secret)) return null;
    const event = Event.safeParse(parseJson(body.toString()));
    if (!event.success) return [];
    const { id, workItemId } = event.data.resource;
    return [String(workItemId ?? id)];
  },
};
