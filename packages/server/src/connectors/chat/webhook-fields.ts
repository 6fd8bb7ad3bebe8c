import { field } from "#connectors/connector.ts";
import type { Connection } from "#connectors/offers.ts";
import type { Values } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Channel name, which the webhook API does not expose. */
export const channelField = field({
  name: "channel",
  label: "Channel",
  kind: "text",
  placeholder: "#qa",
  hint: "Shown in Plumb. The webhook URL decides where messages appear.",
});

/** A binding's own webhook, if it differs from the connector's. */
export const ownWebhookField = field({
  name: "webhookUrl",
  label: "Webhook URL of this channel",
  kind: "secret",
  required: false,
  hint: "Leave it empty to use the webhook of the connector.",
});

export function channelName(binding: Values): string {
  return binding["channel"] ?? "";
}

/** @throws OutgoingError if neither the binding nor the connector has one. */
export function webhookUrl({ binding, credentials }: Pick<Connection, "binding" | "credentials">): string {
  const url = (binding["webhookUrl"] ?? "") || (credentials["webhookUrl"] ?? "");
  if (url === "") throw new OutgoingError("Enter the webhook URL of this channel.");
  return url;
}

/** The message that a test of the settings sends. */
export function testMessage({ brandName, publicUrl }: { brandName: string; publicUrl: string }) {
  return {
    title: `${brandName} is connected`,
    url: publicUrl,
    tone: "success",
    facts: [],
    blocks: [{ kind: "paragraph", content: ["This message is a test."] }],
    actions: [{ label: `Open ${brandName}`, url: publicUrl }],
    footer: null,
  } as const;
}
