import { unexpected } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const teams: ConnectorDescription = {
  id: "teams",
  name: "Microsoft Teams",
  description: "Coming soon: send messages about runs and failures to a Teams channel.",
  version: "1.0.0",
  used: false,
  category: "notification",
  website: "https://www.microsoft.com/microsoft-teams",
  fields: [
    field({
      name: "webhookUrl",
      label: "Workflow webhook URL",
      kind: "secret",
      hint: "Comes from a workflow that posts to a channel when a webhook request is received. It is stored as a secret.",
    }),
  ],
  testNotice: "The test posts a message that everyone in the channel can see.",
  async test(values, { outgoing, brandName, publicUrl }) {
    const text = `${brandName} (${publicUrl}) is connected to this channel. This message is a test.`;
    const card = { type: "AdaptiveCard", version: "1.4", body: [{ type: "TextBlock", text, wrap: true }] };
    const attachment = { contentType: "application/vnd.microsoft.card.adaptive", content: card };
    const answer = await outgoing.request({
      method: "POST",
      url: values["webhookUrl"] ?? "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type: "message", attachments: [attachment] }),
    });
    // A workflow accepts the message before it posts it.
    if (answer.status === 202) return "Teams accepted a test message; it should appear in the channel.";
    if (answer.status === 200) return "A test message was posted to the channel.";
    if (answer.status >= 400 && answer.status < 500)
      throw new OutgoingError(
        `Teams rejected the message at this address (HTTP ${answer.status}). Copy it again from the workflow.`,
      );
    throw unexpected("Teams", answer);
  },
};
