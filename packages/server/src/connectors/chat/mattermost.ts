import { postJson, webhookError } from "./webhook-api.ts";
import { channelField, channelName, ownWebhookField, testMessage, webhookUrl } from "./webhook-fields.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { renderMarkdown } from "#connectors/markup/markdown.ts";
import { zeroWidth } from "@plumb/contract/text/markdown.ts";
import { linkAddress } from "@plumb/contract/text/plain.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import { bounded, type Message } from "#connectors/message.ts";
import { mentionsFor } from "./mentions.ts";
import type { Connection, SentAs } from "#connectors/offers.ts";
import { secretAccountId } from "#connectors/values.ts";

/** Mattermost stores posts of up to 16,383 characters. Whether it counts the whole attachment is not documented. */
const maxLength = 16_000;
const colors = { failure: "#d92d20", warning: "#b54708", success: "#067647", neutral: "#6d2366" } as const;

/** Names that mention everyone in a channel. */
const everyone: ReadonlySet<string> = new Set(["all", "channel", "here"]);
/** A group or a user: https://docs.mattermost.com/collaborate/mention-people.html */
const mentions = mentionsFor({
  noun: "group name",
  example: "@checkout-team",
  isId: (id) => /^@?[a-z][a-z0-9._-]{1,63}$/.test(id) && !everyone.has(id.replace(/^@/, "")),
  markup: (id) => `@${id.replace(/^@/, "")}`,
});

export const mattermost: ConnectorDescription = {
  id: "mattermost",
  name: "Mattermost",
  description: "Send messages about runs and failures to Mattermost channels.",
  version: "1.0.0",
  used: true,
  category: "notification",
  website: "https://mattermost.com",
  fields: [
    field({
      name: "webhookUrl",
      label: "Incoming webhook URL",
      kind: "secret",
      placeholder: "https://chat.example.org/hooks/…",
      hint: "Create it in Mattermost under Integrations. It is stored as a secret.",
    }),
  ],
  testNotice: "The test posts a message that everyone in the channel can see.",
  async test(credentials, { outgoing, brandName, publicUrl }) {
    const message = testMessage({ brandName, publicUrl });
    const { webhookUrl: url = "" } = credentials;
    await post({ outgoing, now: new Date() }, url, message);
    return { message: "A test message was posted to the channel.", account: secretAccountId(url) };
  },
  channel: {
    bindingFields: [channelField, ownWebhookField, mentions.field],
    bindingName: channelName,
    mentionOf: mentions.mentionOf,
    checkBinding: mentions.checkBinding,
    async testBinding(connection, tools) {
      await post(connection, webhookUrl(connection), testMessage(tools));
      return `A test message was posted to ${channelName(connection.binding)}.`;
    },
    // An incoming webhook cannot reply to a post.
    hasThreads: () => false,
    canEdit: () => false,
    content: mattermostMessage,
    async send(connection, message, as) {
      await post(connection, webhookUrl(connection), message, as);
      return null;
    },
  },
};

/** https://developers.mattermost.com/integrate/webhooks/incoming/ */
async function post(
  connection: Pick<Connection, "now" | "outgoing">,
  url: string,
  message: Message,
  as?: Pick<SentAs, "mention">,
): Promise<void> {
  const response = await postJson(connection, url, mattermostMessage(message, as));
  if (response.status === 200) return;
  throw webhookError("Mattermost", connection, url, response);
}

/**
 * Returns a message as an attachment (https://developers.mattermost.com/integrate/reference/message-attachments/). A mention is the text of the post.
 */
export function mattermostMessage(message: Message, { mention = null }: Pick<SentAs, "mention"> = {}) {
  const { title, url, tone, facts, blocks, actions, footer } = bounded(message);
  const address = linkAddress(url);
  const links = actions.map(({ label, url: to }) => ({ text: label, url: to }));
  const last =
    links.length === 0 ? [] : [{ kind: "paragraph" as const, content: links.flatMap((link) => [link, "  "]) }];
  const visibleTitle = withoutMentions(plainTitle(title, 250));
  const attachment = {
    fallback: visibleTitle,
    color: colors[tone],
    title: visibleTitle,
    ...(address !== null && { title_link: address }),
    fields: facts.map(({ label, value }) => ({
      title: withoutMentions(plainTitle(label, 100)),
      value: renderMarkdown([{ kind: "paragraph", content: [value] }]),
      short: true,
    })),
    ...(footer !== null && { footer: withoutMentions(plainTitle(footer, 300)) }),
  };
  return renderWithin(blocks, last, {
    render: (parts) => ({
      ...(mention != null && { text: mention }),
      attachments: [{ ...attachment, text: renderMarkdown(parts) }],
    }),
    length: (rendered) => JSON.stringify(rendered).length,
    maxLength,
    service: "Mattermost",
  });
}

function withoutMentions(text: string): string {
  return text.replace(/@(?=\w)/g, `@${zeroWidth}`);
}
