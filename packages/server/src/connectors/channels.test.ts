import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { mattermostMessage } from "#connectors/chat/mattermost.ts";
import { teamsMessage } from "#connectors/chat/adaptive-card.ts";
import { messageMail } from "#connectors/mail/message-mail.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Message } from "./message.ts";
import type { Channel, Connection } from "./offers.ts";
import { connectors } from "./bindings/registry.ts";
import { ServiceError } from "./service-error.ts";
import { slackMessage } from "#connectors/slack/message-blocks.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { createOutgoing, type Outgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import {
  type ChatState,
  createDiscordFake,
  createMattermostFake,
  createSlackFake,
  createTeamsFake,
} from "#testing/fakes/chat.ts";
import { refuseUnpublished, type Vendor } from "#testing/published-apis.ts";
import type { Fake, FakeReply } from "#testing/fakes/fake-http.ts";

const message: Message = {
  title: "Run #12 of checkout failed: 2 new causes",
  url: "https://plumb.example/reports/12",
  tone: "failure",
  facts: [{ label: "Branch", value: "main" }],
  blocks: [
    {
      kind: "paragraph",
      content: ["New: ", { text: "Pay button hidden", url: "https://plumb.example/defects?group=7" }],
    },
    { kind: "code", text: "TimeoutError: #pay\n    at pay.spec.ts:12" },
    { kind: "list", items: [["Owner: ", { code: "@ada" }]] },
  ],
  actions: [{ label: "Open the run", url: "https://plumb.example/reports/12" }],
  footer: "3 known failures are not listed.",
};

/** Text of a report that tries to mention everybody, to end markup, and to hide. */
const hostile =
  "<!channel> <@U1> @everyone @here @all <at>Ada</at> [x](javascript:alert(1)) ``` **b** *b* _i_ ~s~ <script>alert(1)</script> \u001B[31mred\u001B[0m \u202Eevil \uD800";
const attack: Message = {
  ...message,
  title: hostile,
  facts: [{ label: hostile, value: hostile }],
  blocks: [
    { kind: "heading", text: hostile },
    { kind: "paragraph", content: [hostile, { text: hostile, url: "javascript:alert(1)" }, { code: hostile }] },
    { kind: "code", text: `${hostile}\n\`\`\`\n${hostile}` },
    { kind: "list", items: [[hostile]] },
  ],
  footer: hostile,
};
const huge: Message = {
  ...message,
  title: "😀".repeat(2000),
  facts: Array.from({ length: 60 }, (_, index) => ({ label: `Fact ${index}`, value: "*😀".repeat(3000) })),
  blocks: Array.from({ length: 200 }, () => ({ kind: "code", text: "😀 line\n".repeat(2000) }) as const),
  footer: "😀".repeat(3000),
};
/** A signed address can have thousands of characters. */
const longLinks: Message = {
  ...message,
  actions: Array.from({ length: 5 }, () => ({
    label: "Trace",
    url: `https://plumb.example/?token=${"a".repeat(4000)}`,
  })),
};

interface Setup {
  readonly name: string;
  readonly id: ConnectorId;
  /** Absent if the service publishes no schema. */
  readonly vendor?: Vendor;
  readonly fake: () => Fake<ChatState>;
  readonly credentials: Readonly<Record<string, string>>;
  readonly channel: string;
}

const setups: readonly Setup[] = [
  {
    name: "Slack bot",
    id: "slack",
    vendor: "slack",
    fake: () => createSlackFake("xoxb-secret"),
    credentials: { botToken: "xoxb-secret" },
    channel: "#qa",
  },
  {
    name: "Slack webhook",
    id: "slack",
    vendor: "slack",
    fake: () => createSlackFake("none"),
    credentials: { webhookUrl: "here/services/T1/B1/x" },
    channel: "#qa",
  },
  {
    name: "Teams",
    id: "teams",
    vendor: "teams",
    fake: createTeamsFake,
    credentials: { webhookUrl: "here/workflows/1" },
    channel: "QA",
  },
  {
    name: "Discord",
    id: "discord",
    vendor: "discord",
    fake: createDiscordFake,
    credentials: { webhookUrl: "here/api/webhooks/1/x" },
    channel: "#qa",
  },
  {
    name: "Mattermost",
    id: "mattermost",
    fake: createMattermostFake,
    credentials: { webhookUrl: "here/hooks/x" },
    channel: "qa",
  },
];
const each = setups.map((setup) => [setup.name, setup] as const);

async function connect(setup: Setup, override?: () => FakeReply | null, timeoutMs = 60_000) {
  const { state, respond } = setup.fake();
  const far = await startFakeService(
    (request) => refuseUnpublished(setup.vendor, request) ?? (override ?? (() => respond(request)))(),
  );
  const loopback = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
  const outgoing: Outgoing = {
    ...loopback,
    request: (input) => loopback.request({ ...input, timeoutMs, url: input.url.replace("https://slack.com", far.url) }),
  };
  const credentials = Object.fromEntries(
    Object.entries(setup.credentials).map(([name, value]) => [name, value.replace("here", far.url)]),
  );
  const connection: Connection = { credentials, binding: { channel: setup.channel }, outgoing, now: new Date() };
  const { channel } = connectors[setup.id];
  if (channel === undefined) throw new Error(`${setup.name} has no channel`);
  return { state, connection, channel, outgoing, credentials, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test.for(each)("%s: the tests of the connector and of a channel succeed", async ([, setup]) => {
  await using far = await connect(setup);
  const tools = {
    outgoing: far.outgoing,
    brandName: "Plumb",
    publicUrl: "https://plumb.example",
    tester: "ada@example.test",
  };
  const { message: text, account } = await connectors[setup.id].test(far.credentials, tools);
  expect(text).toMatch(/\.$/);
  expect(account).not.toContain("hook");
  expect(await far.channel.testBinding(far.connection, tools)).toMatch(/\.$/);
  expect(far.state.posts.at(-1)?.text).toContain("Plumb is connected");
});

test.for(each)("%s: messages arrive, also hostile and huge ones", async ([, setup]) => {
  await using far = await connect(setup);
  for (const sent of [message, attack, huge, longLinks]) await far.channel.send(far.connection, sent);
  expect(far.state.posts).toHaveLength(4);
  const [plain, evil] = far.state.posts;
  expect(plain?.text).toContain("Pay button hidden");
  expect(evil?.text).not.toMatch(/\u202E|\\u001b|\\ud800|<javascript:/);
  // Formatted texts of Slack contain no mentions.
  expect(evil?.text.match(/"type":"mrkdwn","text":"(?:[^"\\]|\\.)*"/g)?.join("") ?? "").not.toMatch(/<[!@]/);
});

test.for(each)("%s: a message whose texts are empty or invisible arrives", async ([, setup]) => {
  await using far = await connect(setup);
  const invisible = "\u200B\u2060";
  await far.channel.send(far.connection, {
    title: invisible,
    url: "javascript:alert(1)",
    tone: "neutral",
    facts: [
      { label: "", value: "" },
      { label: invisible, value: invisible },
    ],
    blocks: [
      { kind: "paragraph", content: [] },
      { kind: "heading", text: "" },
      { kind: "code", text: invisible },
      { kind: "list", items: [] },
      { kind: "list", items: [[""]] },
    ],
    actions: [{ label: invisible, url: "https://plumb.example/" }],
    footer: invisible,
  });
  expect(far.state.posts).toHaveLength(1);
});

test.for(each)("%s: names with underscores are shown as they are", async ([, setup]) => {
  await using far = await connect(setup);
  const name = "__main__.py snake_case_name _private 2*3*4 ~home~";
  await far.channel.send(far.connection, {
    ...message,
    facts: [{ label: "Branch", value: name }],
    blocks: [{ kind: "paragraph", content: [name, { text: name, url: "https://plumb.example/a_b_c" }] }],
  });
  const text = far.state.posts[0]?.text ?? "";
  // In Slack and Teams, underscores never format between letters, so that a name can be copied.
  const visible = new Map<ConnectorId, string>([
    ["slack", "snake_case_name _\u200bprivate 2*3*4 ~\u200bhome~\u200b"],
    ["teams", String.raw`\\_\\_main\\_\\_.py snake_case_name \\_private 2\\*3\\*4`],
  ]);
  expect(text).toContain(visible.get(setup.id) ?? String.raw`\\_\\_main\\_\\_.py snake\\_case\\_name`);
  expect(text).toContain("https://plumb.example/a_b_c");
});

async function threadOf({ channel, connection }: { channel: Channel; connection: Connection }) {
  const at = await channel.send(connection, message);
  if (at === null) throw new Error("The message has no address");
  return at;
}

test("a Slack bot answers in the thread of a message, and changes it", async () => {
  await using far = await connect(setups[0] as Setup);
  expect(far.channel.hasThreads(far.connection)).toBe(true);
  const at = await threadOf(far);
  await far.channel.reply?.(far.connection, at, { ...message, title: "Fixed" });
  await far.channel.update?.(far.connection, at, { ...message, title: "Was new" });
  expect(far.state.posts.map(({ thread }) => thread)).toEqual([null, at["ts"]]);
  expect(far.state.posts[0]?.text).toContain("Was new");
});

test("a message in a thread of Discord is posted and changed", async () => {
  const { credentials, ...setup } = setups[3] as Setup;
  await using far = await connect({
    ...setup,
    credentials: { webhookUrl: `${credentials["webhookUrl"]}?thread_id=5` },
  });
  const at = await threadOf(far);
  await far.channel.update?.(far.connection, at, { ...message, title: "Was new" });
  expect(far.state.posts).toMatchObject([{ text: expect.stringContaining("Was new") as string }]);
});

test("Slack's texts are cut between marks, and say so", () => {
  const link = { text: "Pay button hidden", url: "https://plumb.example/defects?group=7" };
  const long: Message["blocks"] = [
    { kind: "code", text: "<&".repeat(2000) },
    { kind: "paragraph", content: Array.from({ length: 200 }, () => link) },
    { kind: "list", items: Array.from({ length: 200 }, (_, index) => [`Test ${index} & more`]) },
  ];
  const texts = slackMessage({ ...message, blocks: long }).blocks.flatMap((block) =>
    block.type === "section" ? [block.text.text] : [],
  );
  expect(texts).toHaveLength(4);
  const [code = "", links = "", list = ""] = texts;
  expect(code).toMatch(/^```(?:&lt;|&amp;)+```\n/);
  expect(links).toMatch(/^(?:<https:[^<>|]+\|Pay button hidden>)+\n/);
  for (const text of [code, links, list]) {
    expect(text.length).toBeLessThanOrEqual(3000);
    expect(text).toMatch(/\nThis text was cut after about 3,000 characters, because it is too long for Slack\.$/);
  }
});

test("a title without visible characters is replaced", () => {
  expect(plainTitle("\u200B\u2060 \u200D", 100)).toBe("Untitled failure");
  expect(plainTitle("❌", 100)).toBe("❌");
});

test("a message in Mattermost cannot mention users", () => {
  // It ignores mentions in code.
  const blocks: Message["blocks"] = [
    { kind: "heading", text: hostile },
    { kind: "paragraph", content: [hostile] },
  ];
  expect(JSON.stringify(mattermostMessage({ ...attack, blocks }))).not.toMatch(/@(?:all|here|channel|everyone)/);
});

test("an email has a limit", () => {
  const { text, html } = messageMail(
    { ...message, blocks: [{ kind: "code", text: "line\n".repeat(800_000) }] },
    { brandName: "Plumb" },
  );
  expect(text.length).toBeLessThan(60_000);
  expect(html.length).toBeLessThan(60_000);
  expect(text).toContain("This text was cut");
});

test("a message in Discord is changed", async () => {
  await using far = await connect(setups[3] as Setup);
  const at = await threadOf(far);
  await far.channel.update?.(far.connection, at, { ...message, title: "Was new" });
  expect(far.state.posts).toMatchObject([{ text: expect.stringContaining("Was new") as string }]);
});

const bad: readonly (readonly [string, FakeReply | null, "destination" | "request"])[] = [
  ["401", { status: 401, body: "no" }, "destination"],
  ["403", { status: 403, body: "no" }, "destination"],
  ["404", { status: 404, body: "no" }, "destination"],
  ["410", { status: 410, body: { message: "gone" } }, "destination"],
  ["429", { status: 429, headers: { "retry-after": "7" }, body: "" }, "destination"],
  ["500", { status: 500, body: "<html>" }, "destination"],
  ["302", { status: 302, headers: { location: "http://169.254.169.254/" }, body: "" }, "destination"],
  ["400", { status: 400, body: { message: "bad" } }, "request"],
  ["413", { status: 413, body: { message: "large" } }, "request"],
  ["no response", null, "destination"],
];

test.for(each.flatMap(([name, setup]) => bad.map((response) => [name, response[0], setup, response] as const)))(
  "%s: %s is an error with the right scope, without secrets",
  async ([, , setup, [status, response, scope]]) => {
    await using far = await connect(setup, () => response, response === null ? 500 : undefined);
    const error: unknown = await far.channel.send(far.connection, message).catch((thrown: unknown) => thrown);
    if (!(error instanceof OutgoingError)) throw error;
    for (const secret of Object.values(setup.credentials))
      expect(error.message).not.toContain(secret.replace("here", ""));
    // Without a response, there is no scope, which counts as the destination.
    expect(error instanceof ServiceError ? error.scope : "destination").toBe(scope);
    expect(error instanceof ServiceError ? error.retryAfterMs : null).toBe(status === "429" ? 7000 : null);
  },
);

test("Discord's pause has fractions of a second", async () => {
  await using far = await connect(setups[3] as Setup, () => ({
    status: 429,
    body: { message: "slow", retry_after: 0.3 },
  }));
  await expect(far.channel.send(far.connection, message)).rejects.toMatchObject({ retryAfterMs: 300 });
});

test("a message in Slack follows a channel that was renamed, by its id", async () => {
  await using far = await connect(setups[0] as Setup);
  const at = await far.channel.send(far.connection, message);
  const channelId = far.channel.channelId?.(at ?? {}) ?? "";
  far.state.channelName = "#quality";
  await far.channel.send({ ...far.connection, channelId }, message);
  expect(far.state.posts).toHaveLength(2);
  await expect(far.channel.send(far.connection, message)).rejects.toThrow("Slack has no such channel");
});

test("a message in Slack goes to the name if the id belongs to another workspace", async () => {
  await using far = await connect(setups[0] as Setup);
  expect(await far.channel.send({ ...far.connection, channelId: "C999" }, message)).toMatchObject({ channel: "C1" });
});

test("the test of Slack posts nothing with a wrong bot token", async () => {
  await using far = await connect({
    ...(setups[1] as Setup),
    credentials: { botToken: "xoxb-wrong", webhookUrl: "here/services/T1/B1/x" },
  });
  const tools = { outgoing: far.outgoing, brandName: "Plumb", publicUrl: "https://plumb.example", tester: "ada" };
  await expect(connectors.slack.test(far.credentials, tools)).rejects.toThrow("Slack rejected the bot token.");
  expect(far.state.posts).toEqual([]);
});

test("a Slack bot uses the API at the address of the connector", async () => {
  await using far = await connect({
    ...(setups[0] as Setup),
    credentials: { botToken: "xoxb-secret", apiUrl: "here/api/" },
  });
  const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
  await far.channel.send({ ...far.connection, outgoing }, message);
  expect(far.state.posts).toHaveLength(1);
});

test("Slack's words for errors become sentences", async () => {
  for (const [error, sentence] of [
    ["is_archived", "The channel is archived."],
    ["token_revoked", "The bot token was revoked. Install the app again, and enter the new token."],
    ["something_new", "Slack rejected the request: something new."],
  ] as const) {
    await using far = await connect(setups[0] as Setup, () => ({ body: { ok: false, error } }));
    await expect(far.channel.send(far.connection, message)).rejects.toThrow(sentence);
  }
});

/** Texts and what is sent, without backslashes that phones would show. `·` is a zero-width space. */
test.for([
  ["web #10 failed", "web #10 failed"],
  ["eu-west_1 (stage)", "eu-west_1 (stage)"],
  ["C:\\src\\pay.spec.ts", "C:\\src\\pay.spec.ts"],
  ["C:\\_tmp\\", "C:\\\\\\_tmp\\\\"],
  ["`a` * `b` < 3", "`a` * `b` < 3"],
  ["*b* **b** _i_ __init__", "\\*b\\* \\*\\*b\\*\\* \\_i\\_ \\_\\_init\\_\\_"],
  ["[x](https://evil.example)", "[x]·(https://evil.example)"],
  ["[x][y] [y]: https://evil.example ![", "[x]·[y] [y]·: https://evil.example !·["],
  ["<https://evil.example> <a@b.example>", "<·https://evil.example> <·a@b.example>"],
  ["- item", "·- item"],
  [" * item", "· * item"],
  ["1. item", "·1. item"],
  ["# heading", "·# heading"],
  ["> quote", "·> quote"],
] as const)("Teams gets the text %j as %j", ([text, sent]) => {
  const { attachments } = teamsMessage({ ...message, blocks: [{ kind: "paragraph", content: [text] }] });
  expect(attachments[0]?.content.body[2]).toMatchObject({ text: sent.replaceAll("·", "\u200b") });
});

test("a link in Teams keeps its address, whatever its text and the text before it", () => {
  const url = "https://plumb.example/defects";
  const content = ["Look!", { text: "a](https://evil.example) [b", url }, "(c)"];
  const { attachments } = teamsMessage({ ...message, blocks: [{ kind: "paragraph", content }] });
  expect(attachments[0]?.content.body[2]).toMatchObject({
    text: "Look!\u200b[a\\]\u200b(https://evil.example) \\[b](https://plumb.example/defects)(c)",
  });
});

test("hostile texts of Teams and of mails contain no links and no markup", () => {
  expect(JSON.stringify(teamsMessage(attack))).not.toMatch(/\]\(javascript:|<at>/);
  expect(messageMail(attack, { brandName: "Plumb" }).html).not.toMatch(/<script|="javascript:|\u202E/);
});
