import { z } from "zod";
import type { ReceivedRequest } from "#testing/fake-service.ts";
import { type Fake, type FakeReply, FakeRefusal, type FakeRoute, readBody, route } from "./fake-http.ts";

interface FakePost {
  readonly id: string;
  /** Id of the post whose thread it belongs to. */
  readonly thread: string | null;
  /** True for a reply that also appears in the channel. */
  readonly broadcast: boolean;
  edits: number;
  text: string;
}

/** Posts of a channel, and what it answers. */
export interface ChatState {
  readonly posts: FakePost[];
  isArchived: boolean;
  /** Name of the channel, which its members can change. */
  channelName: string;
  /** Channels of a workspace, in order, and the scopes of the token; only in Slack. */
  channels?: { readonly id: string; readonly name: string; readonly isPrivate?: boolean }[];
  scopes?: string[];
  /** Number of requests for lists that are answered before the rate limit. */
  maxLists?: number;
}

const slackText = z.strictObject({
  type: z.enum(["mrkdwn", "plain_text"]),
  text: z.string().min(1).max(3000),
  verbatim: z.literal(true).optional(),
  emoji: z.boolean().optional(),
});
/** https://docs.slack.dev/reference/block-kit/blocks */
const slackBlock = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("header"),
    text: slackText.refine(({ type, text }) => type === "plain_text" && text.length <= 150),
  }),
  z.strictObject({ type: z.literal("section"), text: slackText }),
  z.strictObject({ type: z.literal("context"), elements: z.array(slackText).min(1).max(10) }),
]);
const slackPost = {
  text: z.string().min(1),
  // The total is not in the documentation: https://github.com/slackapi/bolt-js/issues/2509
  blocks: z
    .array(slackBlock)
    .max(50)
    .refine((blocks) => sumOfTexts(blocks) <= 13_000, "msg_blocks_too_long"),
};
/** Only for new messages. */
const slackPreviews = { unfurl_links: z.boolean(), unfurl_media: z.boolean() };

function sumOfTexts(blocks: readonly z.infer<typeof slackBlock>[]): number {
  const texts = blocks.flatMap((block) => (block.type === "context" ? block.elements : [block.text]));
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function invalidBlocks(reason: string): FakeReply {
  return { body: { ok: false, error: "invalid_blocks", reason } };
}

/** https://docs.slack.dev/reference/methods/conversations.list */
function listConversations(state: ChatState, query: URLSearchParams): FakeReply {
  const { channels = [], scopes = [], maxLists = 20 } = state;
  if (maxLists <= 0)
    return { status: 429, headers: { "retry-after": "30" }, body: { ok: false, error: "ratelimited" } };
  state.maxLists = maxLists - 1;
  const limit = Number(query.get("limit") ?? 100);
  if (!(limit > 0 && limit < 1000)) return { body: { ok: false, error: "invalid_limit" } };
  const types = (query.get("types") ?? "public_channel").split(",");
  for (const [type, scope] of [
    ["public_channel", "channels:read"],
    ["private_channel", "groups:read"],
  ] as const)
    if (types.includes(type) && !scopes.includes(scope))
      return { body: { ok: false, error: "missing_scope", needed: scope, provided: scopes.join(",") } };
  const found = channels.filter(({ isPrivate = false }) =>
    types.includes(isPrivate ? "private_channel" : "public_channel"),
  );
  const from = Number(query.get("cursor") ?? 0);
  const next = from + limit < found.length ? String(from + limit) : "";
  const page = found.slice(from, from + limit).map(({ id, name, isPrivate = false }) => ({
    id,
    name,
    is_channel: !isPrivate,
    is_private: isPrivate,
    is_archived: false,
    is_member: true,
  }));
  return { body: { ok: true, channels: page, response_metadata: { next_cursor: next } } };
}

/** Returns a fake of Slack: the methods of a bot, and an incoming webhook at `/services/T1/B1/x`. */
export function createSlackFake(token: string): Fake<ChatState> {
  const state: ChatState = {
    posts: [],
    isArchived: false,
    channelName: "#qa",
    channels: [{ id: "C1", name: "qa" }],
    scopes: ["chat:write", "channels:read", "groups:read"],
    maxLists: 20,
  };
  const post = (body: { text: string; blocks: readonly unknown[] }, thread: string | null, broadcast = false) => {
    const last = Number(state.posts.at(-1)?.id.split(".")[1] ?? 0);
    const id = `1700000000.${String(last + 1).padStart(6, "0")}`;
    state.posts.push({ id, thread, broadcast, edits: 0, text: JSON.stringify(body.blocks) });
    return id;
  };
  const signedIn = ({ headers }: ReceivedRequest) => {
    if (headers.authorization !== `Bearer ${token}`)
      throw new FakeRefusal({ body: { ok: false, error: "invalid_auth" } });
    if (state.isArchived) throw new FakeRefusal({ body: { ok: false, error: "is_archived" } });
  };
  const routes: FakeRoute[] = [
    {
      method: "POST",
      path: /^\/api\/auth\.test$/,
      handle(request) {
        signedIn(request);
        return { body: { ok: true, team: "Shop", team_id: "T0SHOP", user: "plumb" } };
      },
    },
    {
      method: "GET",
      path: /^\/api\/conversations\.list$/,
      query: ["types", "exclude_archived", "limit", "cursor"],
      handle(request) {
        signedIn(request);
        return listConversations(state, request.query);
      },
    },
    {
      method: "POST",
      path: /^\/api\/chat\.postMessage$/,
      handle(request) {
        signedIn(request);
        const shape = z
          .strictObject({
            channel: z.string().min(1),
            thread_ts: z.string().optional(),
            reply_broadcast: z.boolean().optional(),
            ...slackPost,
            ...slackPreviews,
          })
          .refine(
            ({ thread_ts: thread, reply_broadcast: broadcast }) => thread !== undefined || broadcast === undefined,
          );
        const body = readBody(request, shape, invalidBlocks);
        if (body.channel !== state.channelName && body.channel !== "C1")
          return { body: { ok: false, error: "channel_not_found" } };
        const ts = post(body, body.thread_ts ?? null, body.reply_broadcast ?? false);
        return { body: { ok: true, channel: "C1", ts } };
      },
    },
    {
      method: "POST",
      path: /^\/api\/chat\.update$/,
      handle(request) {
        signedIn(request);
        const body = readBody(
          request,
          z.strictObject({ channel: z.literal("C1"), ts: z.string(), text: slackPost.text, blocks: slackPost.blocks }),
          invalidBlocks,
        );
        const found = state.posts.find(({ id }) => id === body.ts);
        if (found === undefined) return { body: { ok: false, error: "message_not_found" } };
        found.text = JSON.stringify(body.blocks);
        found.edits += 1;
        return { body: { ok: true, channel: "C1", ts: body.ts } };
      },
    },
    {
      method: "POST",
      path: /^\/services\/T1\/B1\/x$/,
      handle(request) {
        if (state.isArchived) return { status: 410, body: "channel_is_archived" };
        post(
          readBody(request, z.strictObject({ ...slackPost, ...slackPreviews }), () => ({
            status: 400,
            body: "invalid_payload",
          })),
          null,
        );
        return { body: "ok" };
      },
    },
  ];
  return { state, respond: (request) => route(routes, request, { status: 404, body: "no_service" }) };
}

const line = { wrap: z.literal(true), text: z.string() };
const textBlock = z.strictObject({
  type: z.literal("TextBlock"),
  ...line,
  size: z.enum(["Small", "Default", "Medium", "Large", "ExtraLarge"]).optional(),
  weight: z.enum(["Lighter", "Default", "Bolder"]).optional(),
  color: z.enum(["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"]).optional(),
  fontType: z.enum(["Default", "Monospace"]).optional(),
  isSubtle: z.boolean().optional(),
});
/** https://adaptivecards.io/schemas/adaptive-card.json */
const card = z.strictObject({
  type: z.literal("AdaptiveCard"),
  $schema: z.url(),
  version: z.literal("1.4"),
  body: z
    .array(
      z.discriminatedUnion("type", [
        textBlock,
        z.strictObject({
          type: z.literal("FactSet"),
          facts: z.array(z.strictObject({ title: z.string(), value: z.string() })),
        }),
      ]),
    )
    .min(1),
  actions: z.array(z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() })),
  msteams: z.strictObject({ width: z.literal("Full") }),
});

/** Returns a fake Microsoft Teams workflow at `/workflows/1`. */
export function createTeamsFake(): Fake<ChatState> {
  const shape = z.strictObject({
    type: z.literal("message"),
    attachments: z
      .array(z.strictObject({ contentType: z.literal("application/vnd.microsoft.card.adaptive"), content: card }))
      .length(1),
  });
  return webhookFake("/workflows/1", shape, { status: 202, body: "" }, 28 * 1024);
}

/** The texts that count for the total of 6,000 characters. */
function lengthOfEmbed(embed: {
  title: string;
  description?: string | undefined;
  fields: readonly { name: string; value: string }[];
  footer?: { text: string } | undefined;
}): number {
  const fields = embed.fields.flatMap(({ name, value }) => [name, value]);
  return [embed.title, embed.description ?? "", embed.footer?.text ?? "", ...fields].join("").length;
}

function invalidForm(reason: string): FakeReply {
  return { status: 400, body: { message: reason, code: 50_035 } };
}

/** https://discord.com/developers/docs/reference#user-agent */
function isDiscordBot({ headers }: ReceivedRequest): boolean {
  return /^DiscordBot \(https?:\S+, [\d.]+\)/.test(headers["user-agent"] ?? "");
}

/** Returns a fake Discord webhook at `/api/v10/webhooks/1/x`, which requires the documented user agent. https://discord.com/developers/docs/resources/webhook */
export function createDiscordFake(): Fake<ChatState> {
  const field = z.strictObject({
    name: z.string().min(1).max(256),
    value: z.string().min(1).max(1024),
    inline: z.boolean(),
  });
  const shape = z.strictObject({
    content: z.string().max(2000).optional(),
    allowed_mentions: z.strictObject({
      parse: z.array(z.never()),
      roles: z.array(z.string().regex(/^\d+$/)).max(100).optional(),
    }),
    embeds: z
      .array(
        z.strictObject({
          title: z.string().max(256),
          url: z.url().optional(),
          color: z.number().int().min(0).max(0xffffff),
          description: z.string().max(4096).optional(),
          fields: z.array(field).max(25),
          footer: z.strictObject({ text: z.string().max(2048) }).optional(),
        }),
      )
      .min(1)
      .max(10)
      .refine((embeds) => embeds.reduce((sum, embed) => sum + lengthOfEmbed(embed), 0) <= 6000),
  });
  const fake = webhookFake("/api/v10/webhooks/1/x", shape, { body: {} }, 1024 * 1024);
  const { state } = fake;
  const routes: FakeRoute[] = [
    { method: "GET", path: /^\/api\/v10\/webhooks\/1\/x$/, handle: () => ({ body: { id: "1", name: "Plumb" } }) },
    {
      method: "POST",
      path: /^\/api\/v10\/webhooks\/1\/x$/,
      query: ["wait", "thread_id"],
      handle(request) {
        state.posts.push({
          id: String(state.posts.length + 1),
          thread: null,
          broadcast: false,
          edits: 0,
          text: JSON.stringify(readBody(request, shape, invalidForm)),
        });
        return { body: { id: String(state.posts.length) } };
      },
    },
    {
      method: "PATCH",
      path: /^\/api\/v10\/webhooks\/1\/x\/messages\/(\d+)$/,
      query: ["thread_id"],
      handle(request) {
        const found = state.posts.find(({ id }) => id === request.params[0]);
        if (found === undefined) return { status: 404, body: { message: "Unknown Message", code: 10_008 } };
        found.text = JSON.stringify(readBody(request, shape, invalidForm));
        found.edits += 1;
        return { body: { id: found.id } };
      },
    },
  ];
  const notFound = { status: 404, body: { message: "Unknown Webhook", code: 10_015 } };
  const blocked = { status: 403, body: "error code: 1010" };
  return { state, respond: (request) => (isDiscordBot(request) ? route(routes, request, notFound) : blocked) };
}

/** Returns a fake of an incoming webhook of Mattermost at `/hooks/x`. https://developers.mattermost.com/integrate/reference/message-attachments/ */
export function createMattermostFake(): Fake<ChatState> {
  const shape = z.strictObject({
    text: z.string().optional(),
    attachments: z
      .array(
        z.strictObject({
          fallback: z.string(),
          color: z.string().regex(/^#[0-9a-f]{6}$/),
          title: z.string(),
          title_link: z.url().optional(),
          text: z.string(),
          fields: z.array(z.strictObject({ title: z.string(), value: z.string(), short: z.boolean() })),
          footer: z.string().optional(),
        }),
      )
      .length(1),
  });
  // 16,383 characters of up to four bytes.
  return webhookFake("/hooks/x", shape, { body: "ok" }, 4 * 16_383);
}

/** A webhook that accepts one shape. */
function webhookFake(path: string, shape: z.ZodType, success: FakeReply, maxBytes: number): Fake<ChatState> {
  const state: ChatState = { posts: [], isArchived: false, channelName: "#qa" };
  const handle: FakeRoute["handle"] = (request) => {
    if (state.isArchived) return { status: 410, body: { message: "The channel is archived" } };
    if (Buffer.byteLength(request.body) > maxBytes)
      return { status: 413, body: { message: "The message is too large" } };
    const body = readBody(request, shape, (reason) => ({ status: 400, body: { message: reason } }));
    state.posts.push({
      id: String(state.posts.length + 1),
      thread: null,
      broadcast: false,
      edits: 0,
      text: JSON.stringify(body),
    });
    return success;
  };
  const routes = [{ method: "POST", path: new RegExp(`^${path}$`), handle }];
  return { state, respond: (request) => route(routes, request, { status: 404, body: { message: "Not found" } }) };
}
