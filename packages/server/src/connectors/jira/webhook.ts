import { z } from "zod";
import type { TrackerWebhook } from "#connectors/offers.ts";
import { headerEquals, hexSignature } from "#connectors/webhook-secret.ts";
import { parseJson } from "#outgoing/bounded-json.ts";

const Event = z.object({ issue: z.object({ id: z.string().or(z.number()) }) });

/** @see https://developer.atlassian.com/cloud/jira/platform/webhooks/#secure-admin-webhooks */
export const jiraWebhook: TrackerWebhook = {
  hint: "As an administrator of Jira, open System, Webhooks, Create a webhook. Enter the secret, and select the events created, updated and deleted of issues.",
  ticketIds({ headers, body, secret }) {
    if (secret === "") return null;
    if (!headerEquals(headers, "x-hub-signature", `sha256=${hexSignature(body, secret)}`)) return null;
    const event = Event.safeParse(parseJson(body.toString()));
    return event.success ? [String(event.data.issue.id)] : [];
  },
};
