import { z } from "zod";
import { channelName, ownWebhookField, testMessage, webhookUrl } from "#connectors/chat/webhook-fields.ts";
import { mentionsFor } from "#connectors/chat/mentions.ts";
import { postJson, webhookApi, webhookError } from "#connectors/chat/webhook-api.ts";
import { field } from "#connectors/connector.ts";
import type { Message } from "#connectors/message.ts";
import type { Channel, Connection, MessageAddress } from "#connectors/offers.ts";
import { callApi, readAs, type ServiceApi } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { type Mentioning, slackMessage } from "./message-blocks.ts";
import { baseUrl, type Values } from "#connectors/values.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";

/** Address for all customers except GovSlack. */
export const slackApi = "https://slack.com/api";

/** https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const problems: Readonly<Record<string, string>> = {
  invalid_auth: "Slack rejected the bot token.",
  not_authed: "Slack rejected the bot token.",
  token_revoked: "The bot token was revoked. Install the app again, and enter the new token.",
  token_expired: "The bot token has expired. Install the app again, and enter the new token.",
  account_inactive: "The account of the bot token was deactivated.",
  missing_scope: "The bot token lacks the scope chat:write.",
  channel_not_found: "Slack has no such channel, or the app was not added to it.",
  not_in_channel: "The app is not a member of the channel. Invite it with /invite.",
  is_archived: "The channel is archived.",
  restricted_action: "The workspace does not allow the app to post in this channel.",
};
/** Errors of an edit that fails each time: the message was deleted, or the workspace does not allow edits so late. */
const finalRejections: ReadonlySet<string> = new Set([
  "message_not_found",
  "cant_update_message",
  "edit_window_closed",
]);
/** Errors of a single message. */
const rejections: ReadonlySet<string> = new Set([
  ...finalRejections,
  "msg_too_long",
  "msg_blocks_too_long",
  "invalid_blocks",
  "no_text",
  "thread_not_found",
]);

const Reply = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  ts: z.string().optional(),
  channel: z.string().optional(),
  team: z.string().optional(),
  user: z.string().optional(),
});

/** https://docs.slack.dev/messaging/formatting-message-text/#mentioning-groups */
const mentions = mentionsFor({
  noun: "user group ID",
  example: "S012AB3CD",
  isId: (id) => /^S[A-Z0-9]{6,20}$/.test(id),
  markup: (id) => `<!subteam^${id}>`,
});

export const slackChannel: Channel = {
  bindingFields: [
    field({
      name: "channel",
      label: "Channel",
      kind: "text",
      placeholder: "#qa",
      hint: "Name or ID. With a webhook URL, it is only shown in Plumb.",
    }),
    ownWebhookField,
    mentions.field,
  ],
  bindingName: channelName,
  mentionOf: mentions.mentionOf,
  checkBinding: mentions.checkBinding,
  async testBinding(connection, tools) {
    await post(connection, testMessage(tools));
    return `A test message was posted to ${channelName(connection.binding)}.`;
  },
  hasThreads: usesBot,
  canEdit: usesBot,
  channelId: (at) => at["channel"] ?? null,
  content: slackMessage,
  send: (connection, message, as) => post(connection, message, as),
  /** https://docs.slack.dev/reference/methods/chat.update has no arguments for previews of links. */
  async update(connection, at, message, as) {
    const { text, blocks } = slackMessage(message, as);
    await callBot(connection, "chat.update", { channel: at["channel"], ts: at["ts"], text, blocks });
  },
  async reply(connection, at, message, as) {
    if (at["ts"] === undefined) return post(connection, message, as);
    const { ts } = await callBot(connection, "chat.postMessage", {
      channel: at["channel"],
      thread_ts: at["ts"],
      ...(as?.broadcast === true && { reply_broadcast: true }),
      ...slackMessage(message, as),
    });
    return ts === undefined || at["channel"] === undefined ? null : { ts, channel: at["channel"] };
  },
};

/** Prefers the binding's webhook, then the bot, then the connector's webhook. */
export function usesBot({ binding, credentials }: Pick<Connection, "binding" | "credentials">): boolean {
  return (binding["webhookUrl"] ?? "") === "" && (credentials["botToken"] ?? "") !== "";
}

async function post(connection: Connection, message: Message, as?: Mentioning): Promise<MessageAddress | null> {
  if (!usesBot(connection)) {
    await postToWebhook(connection, webhookUrl(connection), message, as);
    return null;
  }
  const name = channelName(connection.binding);
  const postTo = (channel: string) =>
    callBot(connection, "chat.postMessage", { channel, ...slackMessage(message, as) });
  const { channelId } = connection;
  // The name of a channel can change, but not its id. In another workspace, the id is unknown.
  const { ts, channel } = await (channelId === undefined
    ? postTo(name)
    : postTo(channelId).catch((error: unknown) => {
        if (error instanceof ServiceError && error.message === problems["channel_not_found"]) return postTo(name);
        throw error;
      }));
  return ts === undefined || channel === undefined ? null : { ts, channel };
}

/** @throws ServiceError with an explanation of Slack's error code, such as `channel_is_archived`. */
export async function postToWebhook(
  connection: Pick<Connection, "now" | "outgoing">,
  url: string,
  message: Message,
  as?: Mentioning,
): Promise<void> {
  const response = await postJson(connection, url, slackMessage(message, as));
  if (response.status === 200) return;
  // Slack returns errors as a single word: no_service, invalid_token, channel_is_archived …
  const word = /^[a-z_]{3,60}$/.exec(response.body.trim())?.[0];
  if (response.status < 500 && response.status !== 429 && word !== undefined)
    throw new ServiceError(`Slack rejected the message at this address: ${word.replaceAll("_", " ")}.`, {
      status: response.status,
      scope:
        word.startsWith("invalid_payload") || word.startsWith("invalid_blocks") || rejections.has(word)
          ? "request"
          : "destination",
    });
  throw webhookError("Slack", connection, url, response);
}

interface Bot {
  readonly credentials: Values;
  readonly outgoing: Outgoing;
  readonly now: Date;
}

/** Calls a method of the Web API, which reports errors with the status 200. */
export async function callBot(bot: Bot, method: string, body: object): Promise<z.infer<typeof Reply>> {
  const api: ServiceApi = {
    ...webhookApi("Slack", bot, bot.credentials["botToken"] ?? ""),
    headers: { authorization: `Bearer ${bot.credentials["botToken"]}`, accept: "application/json" },
    refusals: { credentials: "Slack rejected the bot token.", missing: "Slack's API has moved." },
  };
  const response = await callApi(api, {
    method: "POST",
    url: `${baseUrl(bot.credentials, "apiUrl") || slackApi}/${method}`,
    body,
  });
  const read = readAs(api, Reply, response.body);
  const { ok, error = "" } = read;
  if (ok) return read;
  const sentence =
    problems[error] ?? `Slack rejected the request: ${error.replace(/[^a-z_]/g, "").replaceAll("_", " ")}.`;
  throw new ServiceError(sentence, {
    status: 200,
    scope: rejections.has(error) ? "request" : "destination",
    isFinal: finalRejections.has(error),
  });
}
