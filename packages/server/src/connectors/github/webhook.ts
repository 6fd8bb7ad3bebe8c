import { z } from "zod";
import type { TrackerWebhook } from "#connectors/offers.ts";
import { headerEquals, hexSignature } from "#connectors/webhook-secret.ts";
import { parseJson } from "#outgoing/bounded-json.ts";

const Event = z.object({
  issue: z.object({ number: z.number(), pull_request: z.unknown().optional() }),
  repository: z.object({ full_name: z.string() }),
});

/** @see https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export const githubWebhook: TrackerWebhook = {
  hint: "In the repository, open Settings, Webhooks, Add webhook. Choose the content type application/json, enter the secret, and select the event Issues.",
  ticketIds({ headers, body, secret }) {
    if (secret === "") return null;
    if (!headerEquals(headers, "x-hub-signature-256", `sha256=${hexSignature(body, secret)}`)) return null;
    // The other content type of GitHub wraps the JSON in a form.
    const isForm = String(headers["content-type"]).startsWith("application/x-www-form-urlencoded");
    const text = isForm ? (new URLSearchParams(body.toString()).get("payload") ?? "") : body.toString();
    const event = Event.safeParse(parseJson(text));
    if (!event.success || event.data.issue.pull_request !== undefined) return [];
    return [`${event.data.repository.full_name}#${event.data.issue.number}`];
  },
};
