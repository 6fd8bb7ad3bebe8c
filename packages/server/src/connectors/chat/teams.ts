import { teamsMessage } from "./adaptive-card.ts";
import { postJson, webhookError } from "./webhook-api.ts";
import { channelField, channelName, ownWebhookField, testMessage, webhookUrl } from "./webhook-fields.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import type { Message } from "#connectors/message.ts";
import type { Connection } from "#connectors/offers.ts";
import { secretAccountId } from "#connectors/values.ts";

export const teams: ConnectorDescription = {
  id: "teams",
  name: "Microsoft Teams",
  description: "Send messages about runs and failures to channels of Microsoft Teams.",
  version: "1.0.0",
  used: true,
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
  async test(credentials, { outgoing, brandName, publicUrl }) {
    const { webhookUrl: url = "" } = credentials;
    const message = await post({ outgoing, now: new Date() }, url, testMessage({ brandName, publicUrl }));
    return { message, account: secretAccountId(url) };
  },
  channel: {
    bindingFields: [channelField, ownWebhookField],
    bindingName: channelName,
    testBinding: (connection, tools) => post(connection, webhookUrl(connection), testMessage(tools)),
    hasThreads: () => false,
    canEdit: () => false,
    content: teamsMessage,
    async send(connection, message) {
      await post(connection, webhookUrl(connection), message);
      return null;
    },
  },
};

/** Posts a message and returns what happened. A workflow also answers with an empty text, so the response is not read. */
async function post(connection: Pick<Connection, "now" | "outgoing">, url: string, message: Message): Promise<string> {
  const response = await postJson(connection, url, teamsMessage(message));
  // A workflow accepts the message before it posts it.
  if (response.status === 202) return "Teams accepted a test message; it should appear in the channel.";
  if (response.status === 200) return "A test message was posted to the channel.";
  throw webhookError("Teams", connection, url, response);
}
