import { randomUUID } from "node:crypto";
import { secretLength } from "@plumb/contract/integrations/webhooks.ts";
import type { WebhookMessage } from "@plumb/contract/integrations/webhook-message.ts";
import { linkAddress, plainLine } from "@plumb/contract/text/plain.ts";
import { unexpected } from "#connectors/responses.ts";
import { testMessage } from "./webhook-fields.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { bounded, type Message } from "#connectors/message.ts";
import type { Channel, Connection, SentAs } from "#connectors/offers.ts";
import { signedHeaders } from "#core/webhook-signature.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

/** Maximum number of characters of the blocks as JSON. */
const maxBlocks = 50_000;

const channel: Channel = {
  bindingFields: [
    field({
      name: "url",
      label: "Receiver URL",
      kind: "url",
      placeholder: "https://hooks.example.org/plumb",
      hint: "Gets a POST request with JSON for each message.",
      destination: true,
    }),
    field({
      name: "secret",
      label: "Secret",
      kind: "secret",
      hint: `Signs each request, as for webhooks. At least ${secretLength.min} characters.`,
    }),
  ],
  bindingName: ({ url = "" }) => URL.parse(url)?.host ?? url,
  shortName: () => "1 receiver",
  async testBinding(connection, { brandName, publicUrl }) {
    await post(connection, testMessage({ brandName, publicUrl }), unnamed(brandName));
    return `${channel.bindingName(connection.binding)} accepted a test message.`;
  },
  hasThreads: () => false,
  canEdit: () => false,
  content: webhookMessage,
  async send(connection, message, as = unnamed("Plumb")) {
    await post(connection, message, as);
    return null;
  },
};

/** Run events are configured per project, under Webhooks. This connector sends rule messages, and requires no account. */
export const webhooks: ConnectorDescription = {
  id: "webhooks",
  name: "Webhooks",
  description: "Send signed events and messages to your own addresses when runs finish and tests start to fail.",
  version: "1.0.0",
  used: true,
  category: "notification",
  fields: [],
  testNotice: "",
  async test() {
    throw new OutgoingError("Webhooks are configured and tested in the settings of each project.");
  },
  channel,
};

function unnamed(brandName: string): SentAs {
  return { mark: randomUUID(), brandName, attachments: [], subject: null, leaveUrl: null };
}

/** Returns a message as JSON. Texts are unchanged: the receiver escapes them for its own format. */
function webhookMessage(message: Message, { subject }: Pick<SentAs, "subject">): WebhookMessage {
  const { title, url, tone, facts, actions, footer, ...rest } = bounded(message);
  const blocks = renderWithin(rest.blocks, [], {
    render: (parts) => parts,
    length: (parts) => JSON.stringify(parts).length,
    maxLength: maxBlocks,
    service: "a webhook",
  });
  return {
    version: 1,
    event: "message",
    thread: subject,
    title: plainLine(title),
    url,
    tone,
    facts: [...facts],
    blocks: [...blocks],
    actions: actions.filter((action) => linkAddress(action.url) !== null),
    footer,
  };
}

/** @throws ServiceError unless the receiver responds with 2xx. */
async function post({ binding, outgoing, now }: Connection, message: Message, as: SentAs): Promise<void> {
  const { url = "", secret = "" } = binding;
  if (secret.length < secretLength.min)
    throw new OutgoingError(`The secret must be at least ${secretLength.min} characters long.`);
  const body = JSON.stringify(webhookMessage(message, as));
  const response = await outgoing.request({
    method: "POST",
    url,
    headers: signedHeaders({ secret, body, event: "message", id: as.mark, at: now }),
    body,
    maxResponseBytes: 8192,
    partialBody: true,
  });
  if (response.status >= 200 && response.status < 300) return;
  const refusals = {
    credentials: `The receiver rejected the message (HTTP ${response.status}).`,
    missing: `The receiver has nothing at this address (HTTP ${response.status}).`,
  };
  throw unexpected("The receiver", response, { now, refusals });
}
