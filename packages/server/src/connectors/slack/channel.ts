import { z } from "zod";
import { channelName, ownWebhookField, testMessage, webhookUrl } from "#connectors/chat/webhook-fields.ts";
import { mentionsFor } from "#connectors/chat/mentions.ts";
import { postJson, webhookError } from "#connectors/chat/webhook-api.ts";
import { field } from "#connectors/connector.ts";
import type { Message } from "#connectors/message.ts";
import type { Channel, Connection, MessageAddress } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { type Bot, botApi, methodUrl, problemOf } from "./bot.ts";
import { listChannels } from "./list-channels.ts";
import { type Mentioning, slackMessage } from "./message-blocks.ts";
import type { Values } from "#connectors/values.ts";

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
  team_id: z.string().optional(),
  user: z.string().optional(),
  expires_in: z.number().nonnegative().optional(),
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
    field({
      name: "channelName",
      label: "Name of the channel",
      kind: "text",
      required: false,
      hint: "Shown in Plumb if the channel is an ID, which stays valid after the channel is renamed.",
    }),
    ownWebhookField,
    mentions.field,
  ],
  bindingName: nameOf,
  mentionOf: mentions.mentionOf,
  checkBinding: mentions.checkBinding,
  async testBinding(connection, tools) {
    await post(connection, testMessage(tools));
    return `A test message was posted to ${nameOf(connection.binding)}.`;
  },
  listChannels,
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

/** A name in the setting of the channel is current; the other one belongs to an ID. */
function nameOf(binding: Values): string {
  const channel = channelName(binding);
  return channel.startsWith("#") ? channel : (binding["channelName"] ?? "") || channel;
}

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
        if (error instanceof ServiceError && error.message === problemOf("channel_not_found")) return postTo(name);
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

/** Calls a method of the Web API, which reports errors with the status 200. */
export async function callBot(bot: Bot, method: string, body: object): Promise<z.infer<typeof Reply>> {
  const api = botApi(bot);
  const response = await callApi(api, { method: "POST", url: methodUrl(bot, method), body });
  const read = readAs(api, Reply, response.body);
  const { ok, error = "" } = read;
  if (ok) return read;
  throw new ServiceError(problemOf(error), {
    status: 200,
    scope: rejections.has(error) ? "request" : "destination",
    isFinal: finalRejections.has(error),
  });
}
