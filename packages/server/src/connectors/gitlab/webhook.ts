import { z } from "zod";
import type { TrackerWebhook } from "#connectors/offers.ts";
import { hasStandardSignature, headerEquals } from "#connectors/webhook-secret.ts";
import { parseJson } from "#outgoing/bounded-json.ts";

const project = z.object({ id: z.number() });
const Event = z.union([
  z.object({ object_kind: z.literal("issue"), project, object_attributes: z.object({ iid: z.number() }) }),
  z.object({ object_kind: z.literal("note"), project, issue: z.object({ iid: z.number() }) }),
]);

/**
 * GitLab signs the body with the signing token of a webhook (Standard Webhooks), and sends its secret token in a header. A signed request can be
 * repeated for five minutes, which only leads to another read, so the ids of requests are not stored.
 *
 * @see https://docs.gitlab.com/user/project/integrations/webhooks/
 */
export const gitlabWebhook: TrackerWebhook = {
  hint: "In the project, open Settings, Webhooks, Add new webhook. Enter the secret as the secret token, or enter the signing token of the webhook here, and select the trigger Issues events.",
  ticketIds({ headers, body, secret, now }) {
    const isGenuine =
      hasStandardSignature(headers, body, { secret, now }) || headerEquals(headers, "x-gitlab-token", secret);
    if (secret === "" || !isGenuine) return null;
    const event = Event.safeParse(parseJson(body.toString()));
    if (!event.success) return [];
    const { data } = event;
    const { iid } = data.object_kind === "issue" ? data.object_attributes : data.issue;
    return [`${data.project.id}#${iid}`];
  },
};
