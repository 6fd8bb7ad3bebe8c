import { z } from "zod";
import { channelName, ownWebhookField, testMessage, webhookUrl } from "#connectors/chat/webhook-fields.ts";
import { postJson, webhookError } from "#connectors/chat/webhook-api.ts";
import { field } from "#connectors/connector.ts";
import type { Message } from "#connectors/message.ts";
import type { Channel, Connection, MessageAddress } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { type Bot, botApi, methodUrl, problemOf } from "./bot.ts";
import { listChannels } from "./list-channels.ts";
import { slackMessage } from "./message-blocks.ts";
import type { Values } from "#connectors/values.ts";

/** Errors of a single message. */
const rejections: ReadonlySet<string> = new Set([
  "msg_too_long",
  "msg_blocks_too_long",
  "invalid_blocks",
  "no_text",
  "message_not_found",
  "cant_update_message",
  "edit_window_closed",
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
  ],
  bindingName: nameOf,
  async testBinding(connection, tools) {
    await post(connection, testMessage(tools));
    return `A test message was posted to ${nameOf(connection.binding)}.`;
  },
  listChannels,
  hasThreads: usesBot,
  content: slackMessage,
  send: (connection, message) => post(connection, message),
  async update(connection, at, message) {
    await callBot(connection, "chat.update", { channel: at["channel"], ts: at["ts"], ...slackMessage(message) });
  },
  async reply(connection, at, message) {
    if (at["ts"] === undefined) await post(connection, message);
    else
      await callBot(connection, "chat.postMessage", {
        channel: at["channel"],
        thread_ts: at["ts"],
        ...slackMessage(message),
      });
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

async function post(connection: Connection, message: Message): Promise<MessageAddress | null> {
  if (!usesBot(connection)) {
    await postToWebhook(connection, webhookUrl(connection), message);
    return null;
  }
  const { ts, channel } = await callBot(connection, "chat.postMessage", {
    channel: channelName(connection.binding),
    ...slackMessage(message),
  });
  return ts === undefined || channel === undefined ? null : { ts, channel };
}

/** @throws ServiceError with an explanation of Slack's error code, such as `channel_is_archived`. */
export async function postToWebhook(
  connection: Pick<Connection, "now" | "outgoing">,
  url: string,
  message: Message,
): Promise<void> {
  const response = await postJson(connection, url, slackMessage(message));
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
  });
}
