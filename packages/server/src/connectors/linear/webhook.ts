import { z } from "zod";
import type { TrackerWebhook } from "#connectors/offers.ts";
import { headerEquals, hexSignature } from "#connectors/webhook-secret.ts";
import { parseJson } from "#outgoing/bounded-json.ts";

const Event = z.union([
  z.object({ type: z.literal("Issue"), data: z.object({ id: z.string() }) }),
  z.object({ type: z.literal("Comment"), data: z.object({ issueId: z.string() }) }),
]);

/**
 * Does not check the time of an event: Linear repeats failed requests after a minute, an hour and six hours, and a request that is repeated by someone
 * else only leads to another read.
 *
 * @see https://linear.app/developers/webhooks
 */
export const linearWebhook: TrackerWebhook = {
  hint: "In Linear, open Settings, API, New webhook. Select the data change events of issues, and enter the signing secret of the webhook here.",
  ticketIds({ headers, body, secret }) {
    if (secret === "" || !headerEquals(headers, "linear-signature", hexSignature(body, secret))) return null;
    const event = Event.safeParse(parseJson(body.toString()));
    if (!event.success) return [];
    return [event.data.type === "Issue" ? event.data.data.id : event.data.data.issueId];
  },
};
