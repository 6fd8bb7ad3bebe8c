import { unexpected } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const slack: ConnectorDescription = {
  id: "slack",
  name: "Slack",
  description: "Coming soon: send messages about runs and failures to a Slack channel.",
  version: "1.0.0",
  used: false,
  category: "notification",
  website: "https://slack.com",
  fields: [
    field({
      name: "webhookUrl",
      label: "Incoming webhook URL",
      kind: "secret",
      placeholder: "https://hooks.slack.com/services/…",
      hint: "Anyone who has it can post to the channel, so it is stored as a secret.",
    }),
  ],
  testNotice: "The test posts a message that everyone in the channel can see.",
  async test(values, { outgoing, brandName, publicUrl }) {
    const text = `${brandName} (${publicUrl}) is connected to this channel. This message is a test.`;
    const answer = await outgoing.request({
      method: "POST",
      url: values["webhookUrl"] ?? "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text }),
    });
    if (answer.status === 200) return "A test message was posted to the channel.";
    // Slack returns errors as a single word: no_service, invalid_token, channel_is_archived …
    const word = /^[a-z_]{3,60}$/.exec(answer.body.trim())?.[0];
    if (answer.status < 500 && word !== undefined)
      throw new OutgoingError(`Slack rejected the message at this address: ${word.replaceAll("_", " ")}.`);
    throw unexpected("Slack", answer);
  },
};
