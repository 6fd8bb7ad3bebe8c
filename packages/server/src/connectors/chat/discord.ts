import { z } from "zod";
import { unexpected } from "#connectors/responses.ts";
import { webhookApi } from "./webhook-api.ts";
import { channelField, channelName, ownWebhookField, testMessage, webhookUrl } from "./webhook-fields.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { renderMarkdown } from "#connectors/markup/markdown.ts";
import { beginning } from "@plumb/contract/text/cut.ts";
import { linkAddress, plainLine } from "@plumb/contract/text/plain.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import { bounded, type Message } from "#connectors/message.ts";
import { mentionsFor } from "./mentions.ts";
import type { Connection, SentAs } from "#connectors/offers.ts";
import { callApi, readAs, type ServiceApi } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { secretAccountId } from "#connectors/values.ts";

/** Limits of an embed: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const longest = { title: 256, description: 4096, field: 1024, footer: 2048, total: 6000 } as const;
const colors = { failure: 0xd92d20, warning: 0xb54708, success: 0x067647, neutral: 0x6d2366 } as const;

/** https://docs.discord.com/developers/reference#message-formatting */
const mentions = mentionsFor({
  noun: "role ID",
  example: "165511591545143296",
  isId: (id) => /^\d{15,20}$/.test(id),
  markup: (id) => `<@&${id}>`,
});
const version = "1.0.0";

export const discord: ConnectorDescription = {
  id: "discord",
  name: "Discord",
  description: "Send messages about runs and failures to Discord channels.",
  version,
  used: true,
  category: "notification",
  website: "https://discord.com",
  fields: [
    field({
      name: "webhookUrl",
      label: "Webhook URL",
      kind: "secret",
      placeholder: "https://discord.com/api/webhooks/…",
      hint: "Create it in the settings of a channel, under Integrations. It is stored as a secret.",
    }),
  ],
  testNotice: "",
  /** Reads the webhook, which posts nothing: https://discord.com/developers/docs/resources/webhook#get-webhook-with-token */
  async test(credentials, { outgoing, publicUrl }) {
    const url = versioned(credentials["webhookUrl"] ?? "");
    const api = discordApi({ outgoing, now: new Date() }, url, publicUrl);
    const { body } = await callApi(api, { method: "GET", url: url.href });
    const { name } = readAs(api, z.object({ name: z.string().nullable() }), body);
    return {
      message: `The webhook is ${plainLine(name ?? "without a name")}.`,
      account: secretAccountId(credentials["webhookUrl"] ?? ""),
    };
  },
  channel: {
    bindingFields: [channelField, ownWebhookField, mentions.field],
    bindingName: channelName,
    mentionOf: mentions.mentionOf,
    checkBinding: mentions.checkBinding,
    async testBinding(connection, tools) {
      await post(connection, testMessage(tools));
      return `A test message was posted to ${channelName(connection.binding)}.`;
    },
    hasThreads: () => false,
    canEdit: () => true,
    content: discordMessage,
    async send(connection, message, as) {
      return { id: await post(connection, message, as) };
    },
    async update(connection, at, message, as) {
      const url = versioned(webhookUrl(connection));
      const api = discordApi(connection, url, message.url);
      // The address of a thread has a query: ?thread_id=5.
      url.pathname += `/messages/${encodeURIComponent(at["id"] ?? "")}`;
      await callApi(
        {
          ...api,
          special: (response, body) => deletedMessage(response.status, body) ?? api.special?.(response, body) ?? null,
        },
        { method: "PATCH", url: url.href, body: discordMessage(message, as) },
      );
    },
  },
};

/** With `wait`, Discord returns the message: https://discord.com/developers/docs/resources/webhook#execute-webhook */
async function post(connection: Connection, message: Message, as?: Pick<SentAs, "mention">): Promise<string> {
  const url = versioned(webhookUrl(connection));
  const api = discordApi(connection, url, message.url);
  url.searchParams.set("wait", "true");
  const { body } = await callApi(api, { method: "POST", url: url.href, body: discordMessage(message, as) });
  return readAs(api, z.object({ id: z.string() }), body).id;
}

/** Code of the error "Unknown Message". */
const unknownMessage = z.object({ code: z.literal(10_008) });

/** Returns the error for a message that was deleted in Discord. The webhook still works. */
function deletedMessage(status: number, body: unknown): ServiceError | null {
  if (status !== 404 || !unknownMessage.safeParse(body).success) return null;
  return new ServiceError("The message was deleted in Discord.", { status, scope: "request", isFinal: true });
}

/** Returns the address of the current version: one without a version belongs to an old one. https://discord.com/developers/docs/reference#api-versioning */
function versioned(webhook: string): URL {
  const url = new URL(webhook);
  url.pathname = url.pathname.replace(/^\/api\/(?:v\d+\/)?(?=webhooks\/)/, "/api/v10/");
  return url;
}

/**
 * Discord may block other user agents: https://discord.com/developers/docs/reference#user-agent
 *
 * @param page A page of this server, by which Discord can see who sends.
 */
function discordApi(connection: Pick<Connection, "now" | "outgoing">, url: URL, page: string): ServiceApi {
  const api = webhookApi("Discord", connection, url.href);
  const userAgent = `DiscordBot (${new URL(linkAddress(page) ?? url).origin}, ${version})`;
  return {
    ...api,
    headers: { ...api.headers, "user-agent": userAgent },
    special(response, body) {
      const waits = z.object({ retry_after: z.number().nonnegative() }).safeParse(body);
      if (response.status !== 429 || !waits.success) return null;
      // The body has fractions of a second, which the header rounds.
      const error = unexpected("Discord", response, { now: connection.now });
      return new ServiceError(error.message, {
        status: 429,
        scope: "destination",
        retryAfterMs: Math.min(Math.ceil(waits.data.retry_after * 1000), 7_200_000),
      });
    },
  };
}

/** Returns a message as an embed, which cannot mention users. The mention of a role is outside of it. */
export function discordMessage(message: Message, { mention = null }: Pick<SentAs, "mention"> = {}) {
  const { title, url, tone, facts, blocks, actions, footer } = bounded(message);
  const address = linkAddress(url);
  const links = actions.map(({ label, url: to }) => ({ text: label, url: to }));
  const last =
    links.length === 0 ? [] : [{ kind: "paragraph" as const, content: links.flatMap((link) => [link, "  "]) }];
  const frame = {
    title: plainTitle(title, longest.title),
    fields: facts.map(({ label, value }) => ({
      name: plainTitle(label, longest.title),
      value: beginning(renderMarkdown([{ kind: "paragraph", content: [value] }]) || "–", longest.field),
      inline: true,
    })),
    ...(footer !== null && { footer: { text: plainTitle(footer, longest.footer) } }),
  };
  const taken = [frame.title, frame.footer?.text ?? "", ...frame.fields.flatMap(({ name, value }) => [name, value])];
  const description = renderWithin(blocks, last, {
    render: renderMarkdown,
    length: (text) => text.length,
    maxLength: Math.min(longest.description, longest.total - taken.join("").length),
    service: "Discord",
  });
  return {
    ...(mention != null && { content: mention }),
    allowed_mentions: { parse: [], ...(mention != null && { roles: [mention.replace(/\D/g, "")] }) },
    embeds: [
      {
        ...frame,
        ...(address !== null && { url: address }),
        color: colors[tone],
        ...(description !== "" && { description }),
      },
    ],
  };
}
