import { z } from "zod";
import { type Bot, botApi, methodUrl, problemOf } from "./bot.ts";
import type { ChannelList } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";

/** Slack accepts fewer than 1,000: https://docs.slack.dev/reference/methods/conversations.list */
const pageSize = 999;
/** Slack allows about 20 such requests per minute for a workspace. */
const maxPages = 10;

const Page = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channels: z.array(z.object({ id: z.string(), name: z.string(), is_archived: z.boolean().optional() })).optional(),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
type Page = z.infer<typeof Page>;
type Channels = NonNullable<Page["channels"]>;

/**
 * Lists the channels that the bot can see. Without the scope for private channels, lists the public ones.
 *
 * @returns `null` without a bot token.
 */
export async function listChannels(bot: Bot): Promise<ChannelList | null> {
  if ((bot.credentials["botToken"] ?? "") === "") return null;
  const all = await readAll(bot, "public_channel,private_channel");
  const { channels, isPartial } = all ?? (await readAll(bot, "public_channel")) ?? missingScope();
  return {
    channels: channels
      .filter((channel) => channel.is_archived !== true)
      .map(({ id, name }) => ({
        name: `#${name}`,
        values: [{ channel: id, channelName: `#${name}` }, { channel: `#${name}` }],
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    isPartial,
  };
}

/** Returns `null` if the token lacks a scope for these types. Stops at a rate limit, except on the first page. */
async function readAll(bot: Bot, types: string): Promise<{ channels: Channels; isPartial: boolean } | null> {
  const channels: Channels = [];
  let cursor = "";
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage(bot, types, cursor).catch((error: unknown) => {
      if (pages > 0 && error instanceof ServiceError && error.status === 429) return null;
      throw error;
    });
    if (page === null) return { channels, isPartial: true };
    if (page.error === "missing_scope") return null;
    if (!page.ok) throw new ServiceError(problemOf(page.error ?? ""), { status: 200, scope: "destination" });
    channels.push(...(page.channels ?? []));
    cursor = page.response_metadata?.next_cursor ?? "";
    if (cursor === "") return { channels, isPartial: false };
  }
  return { channels, isPartial: true };
}

async function readPage(bot: Bot, types: string, cursor: string): Promise<Page> {
  const api = botApi(bot);
  const query = new URLSearchParams({ types, exclude_archived: "true", limit: String(pageSize) });
  if (cursor !== "") query.set("cursor", cursor);
  const url = `${methodUrl(bot, "conversations.list")}?${query}`;
  const { body } = await callApi(api, { method: "GET", url, isLong: true });
  return readAs(api, Page, body);
}

function missingScope(): never {
  throw new ServiceError(
    "The bot token lacks the scope channels:read, so its channels cannot be listed. Enter the name of the channel.",
    { status: 200, scope: "destination" },
  );
}
