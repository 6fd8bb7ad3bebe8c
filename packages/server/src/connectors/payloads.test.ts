import { createHmac } from "node:crypto";
import type { IAdaptiveCard, IFactSet, IOpenUrlAction, ITextBlock } from "@microsoft/teams.cards";
import type { operations } from "@octokit/openapi-types";
import type { ContextBlock, HeaderBlock, SectionBlock } from "@slack/types";
import type { RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";
import { commentKey } from "@plumb/code-hosts/comment-mark.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
import { WebhookMessage } from "@plumb/contract/integrations/webhook-message.ts";
import { expect, test } from "vitest";
import { teamsMessage } from "#connectors/chat/adaptive-card.ts";
import { discordMessage } from "#connectors/chat/discord.ts";
import { mattermostMessage } from "#connectors/chat/mattermost.ts";
import { githubCodeHost } from "#connectors/github/code-host.ts";
import { githubTracker } from "#connectors/github/tracker.ts";
import { messageMail } from "#connectors/mail/message-mail.ts";
import type { Connection } from "./offers.ts";
import { connectors } from "./bindings/registry.ts";
import { slackMessage } from "#connectors/slack/message-blocks.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { createGithubFake } from "#testing/fakes/github.ts";
import { fullMessage } from "#testing/full-message.ts";

// The expected contents satisfy the types that the services publish. The compiler also rejects fields that a type does not have.

/** Slack publishes no type for a message, only for its blocks. */
interface SlackBody {
  text: string;
  blocks: (ContextBlock | HeaderBlock | SectionBlock)[];
  unfurl_links: boolean;
  unfurl_media: boolean;
}

test("Slack gets blocks of its Block Kit", () => {
  expect(slackMessage(fullMessage)).toEqual({
    text: "Web shop #12 failed: 2 failures",
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Web shop #12 failed: 2 failures", emoji: false } },
      {
        type: "context",
        elements: [
          { type: "mrkdwn", text: "*Suite:* Web shop", verbatim: true },
          { type: "mrkdwn", text: "*Branch:* feature/gift_wrap", verbatim: true },
        ],
      },
      { type: "section", text: { type: "mrkdwn", text: "*New here*", verbatim: true } },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "New: <https://plumb.example/defects?group=7&amp;project=1|Pay button hidden> in `pay.spec.ts` &amp; &lt;2&gt; more",
          verbatim: true,
        },
      },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "```TimeoutError: #pay was not *visible*\n    at pay.spec.ts:12```",
          verbatim: true,
        },
      },
      { type: "section", text: { type: "mrkdwn", text: "• Owner: `@ada`\n• 2 tests", verbatim: true } },
      {
        type: "section",
        text: {
          type: "mrkdwn",
          text: "<https://plumb.example/reports/12|Open the report>  ·  <https://plumb.example/defects?group=7&amp;project=1|Open the cause>",
          verbatim: true,
        },
      },
      { type: "context", elements: [{ type: "mrkdwn", text: "Not listed: 3 known causes.", verbatim: true }] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  } satisfies SlackBody);
});

/** The part of Adaptive Cards that messages use. */
type TeamsCard = Omit<IAdaptiveCard, "actions" | "body" | "msteams"> & {
  body: (IFactSet | ITextBlock)[];
  actions: IOpenUrlAction[];
  /** The type has `full`, but the documentation `Full`: https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format */
  msteams: { width: "Full" };
};

test("Teams gets an Adaptive Card", () => {
  const { attachments, ...rest } = teamsMessage(fullMessage);
  expect(rest).toEqual({ type: "message" });
  const [{ content, ...attachment } = { content: null }, ...others] = attachments;
  expect(others).toEqual([]);
  expect(attachment).toEqual({ contentType: "application/vnd.microsoft.card.adaptive" });
  expect(content).toEqual({
    type: "AdaptiveCard",
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    version: "1.4",
    body: [
      {
        type: "TextBlock",
        text: "Web shop #12 failed: 2 failures",
        size: "Large",
        weight: "Bolder",
        color: "Attention",
        wrap: true,
      },
      {
        type: "FactSet",
        facts: [
          { title: "Suite", value: "Web shop" },
          { title: "Branch", value: "feature/gift_wrap" },
        ],
      },
      { type: "TextBlock", text: "New here", weight: "Bolder", wrap: true },
      {
        type: "TextBlock",
        text: "New: [Pay button hidden](https://plumb.example/defects?group=7&project=1) in pay.spec.ts & <2> more",
        wrap: true,
      },
      {
        type: "TextBlock",
        text: "TimeoutError: #pay was not \\*visible\\*\n\n at pay.spec.ts:12",
        fontType: "Monospace",
        wrap: true,
      },
      { type: "TextBlock", text: "- Owner: @ada\r- 2 tests", wrap: true },
      { type: "TextBlock", text: "Not listed: 3 known causes.", isSubtle: true, size: "Small", wrap: true },
    ],
    actions: [
      { type: "Action.OpenUrl", title: "Open the report", url: "https://plumb.example/reports/12" },
      { type: "Action.OpenUrl", title: "Open the cause", url: "https://plumb.example/defects?group=7&project=1" },
    ],
    msteams: { width: "Full" },
  } satisfies TeamsCard);
});

const markdown = [
  "### New here",
  String.raw`New\: [Pay button hidden](<https://plumb.example/defects?group=7&project=1>) in ${"` pay.spec.ts `"} \& \<2\> more`,
  "```text\nTimeoutError: #pay was not *visible*\n    at pay.spec.ts:12\n```",
  "- Owner\\: ` @ada `\n- 2 tests",
  "[Open the report](<https://plumb.example/reports/12>) [Open the cause](<https://plumb.example/defects?group=7&project=1>)",
].join("\n\n");

test("Discord gets an embed", () => {
  expect(discordMessage(fullMessage)).toEqual({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: "Web shop #12 failed: 2 failures",
        url: "https://plumb.example/reports/12",
        color: 0xd92d20,
        description: markdown,
        fields: [
          { name: "Suite", value: "Web shop", inline: true },
          { name: "Branch", value: String.raw`feature/gift\_wrap`, inline: true },
        ],
        footer: { text: "Not listed: 3 known causes." },
      },
    ],
  } satisfies RESTPostAPIWebhookWithTokenJSONBody);
});

const mention = (id: "discord" | "mattermost" | "slack", group: string) =>
  connectors[id].channel?.mentionOf?.({ mentions: `Team Pay = ${group}, @ada = ${group}` }, ["bob", "ada"]) ?? null;

test("a mention is outside of the texts, and only for the group of the settings", () => {
  const role = "165511591545143296";
  expect(discordMessage(fullMessage, { mention: mention("discord", role) })).toMatchObject({
    content: `<@&${role}>`,
    allowed_mentions: { parse: [], roles: [role] },
  } satisfies Partial<RESTPostAPIWebhookWithTokenJSONBody>);
  expect(mattermostMessage(fullMessage, { mention: mention("mattermost", "pay-team") })).toMatchObject({
    text: "@pay-team",
  });
  expect(slackMessage(fullMessage, { mention: mention("slack", "S012AB3CD") }).blocks).toContainEqual({
    type: "section",
    text: { type: "mrkdwn", text: "<!subteam^S012AB3CD>", verbatim: true },
  });
  for (const everyone of ["@all", "here", "channel"]) expect(mention("mattermost", everyone)).toBeNull();
  expect(mention("slack", "here")).toBeNull();
  expect(mention("discord", "@everyone")).toBeNull();
});

test("Mattermost gets an attachment", () => {
  expect(mattermostMessage(fullMessage)).toEqual({
    attachments: [
      {
        fallback: "Web shop #12 failed: 2 failures",
        color: "#d92d20",
        title: "Web shop #12 failed: 2 failures",
        title_link: "https://plumb.example/reports/12",
        fields: [
          { title: "Suite", value: "Web shop", short: true },
          { title: "Branch", value: String.raw`feature/gift\_wrap`, short: true },
        ],
        text: markdown,
        footer: "Not listed: 3 known causes.",
      },
    ],
  });
});

test("a mail has the same content as text and as HTML", () => {
  const setting = { label: "Change the rule", url: "https://plumb.example/settings?tab=notifications" };
  const { subject, text, html } = messageMail(fullMessage, { brandName: "Shop tests", setting });
  expect(subject).toBe("Web shop #12 failed: 2 failures");
  expect(text).toBe(`Web shop #12 failed: 2 failures

Suite: Web shop
Branch: feature/gift_wrap

New here

New: Pay button hidden (https://plumb.example/defects?group=7&project=1) in pay.spec.ts & <2> more

    TimeoutError: #pay was not *visible*
        at pay.spec.ts:12

- Owner: @ada
- 2 tests

Open the report:
https://plumb.example/reports/12

Open the cause:
https://plumb.example/defects?group=7&project=1

Not listed: 3 known causes.

Change the rule:
https://plumb.example/settings?tab=notifications

--${" "}
Shop tests`);
  expect(html).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Web shop #12 failed: 2 failures</title>
<style>
p{margin:0 0 14px}
h3{margin:22px 0 8px;font-size:15px}
ul{margin:0 0 14px;padding-left:20px}
li{margin:0 0 6px}
pre{margin:0 0 14px;white-space:pre-wrap;font-size:13px}
th{padding:0 18px 4px 0;font-weight:400;text-align:left;vertical-align:top}
td{padding:0 0 4px;font-weight:600;vertical-align:top}
</style>
</head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:600px;margin:0 auto;overflow-wrap:anywhere">
<p style="font-size:13px">Shop tests</p>
<h1 style="margin:0 0 16px;padding-left:12px;border-left:4px solid #b42318;font-size:18px">Web shop #12 failed: 2 failures</h1>
<table role="presentation" style="margin:0 0 14px;border-spacing:0;font-size:inherit"><tr><th>Suite</th><td>Web shop</td></tr><tr><th>Branch</th><td>feature/gift_wrap</td></tr></table>
<h3>New here</h3><p>New: <a href="https://plumb.example/defects?group=7&amp;project=1">Pay button hidden</a> in <code>pay.spec.ts</code> &amp; &lt;2&gt; more</p><pre><code>TimeoutError: #pay was not *visible*
    at pay.spec.ts:12</code></pre><ul><li>Owner: <code>@ada</code></li><li>2 tests</li></ul>
<p style="margin:22px 0"><a href="https://plumb.example/reports/12" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#55545f;color:#ffffff;font-weight:600;text-decoration:none">Open the report</a></p>
<p><a href="https://plumb.example/defects?group=7&amp;project=1">Open the cause</a></p>
<p style="font-size:13px">Not listed: 3 known causes.</p>
<p style="font-size:13px"><a href="https://plumb.example/settings?tab=notifications">Change the rule</a></p>
</div>
</body>
</html>
`);
});

const secret = "a secret of the tests";

test("a webhook gets the message as JSON, with a signature and an id that a retry repeats", async () => {
  await using far = await startFakeService();
  const connection: Connection = {
    credentials: {},
    binding: { url: `${far.url}/hook`, secret },
    outgoing: createOutgoing({ allowPrivateHosts: ["127.0.0.1"] }),
    now: new Date("2026-03-04T10:00:00Z"),
  };
  const as = { mark: "6f1c", brandName: "Plumb", attachments: [], leaveUrl: null, subject: "cause:7" };
  await connectors.webhooks.channel?.send(connection, fullMessage, as);
  const [received] = far.received;
  const body = received?.body ?? "";
  const t = connection.now.getTime() / 1000;
  expect(received).toMatchObject({
    method: "POST",
    url: "/hook",
    headers: {
      "content-type": "application/json",
      "x-plumb-event": "message",
      "x-plumb-delivery": "6f1c",
      "x-plumb-signature": `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")}`,
    },
  });
  const { title, url, tone, facts, blocks, actions, footer } = fullMessage;
  expect(JSON.parse(body)).toEqual({
    version: 1,
    event: "message",
    thread: "cause:7",
    title,
    url,
    tone,
    facts: [...facts],
    blocks: [...blocks],
    actions: [...actions],
    footer,
  } satisfies WebhookMessage);
  expect(WebhookMessage.parse(JSON.parse(body))).toEqual(JSON.parse(body));
});

test("a webhook's test is signed as its messages are, and so are texts in other scripts", async () => {
  await using far = await startFakeService();
  const connection: Connection = {
    credentials: {},
    binding: { url: far.url, secret },
    outgoing: createOutgoing({ allowPrivateHosts: ["127.0.0.1"] }),
    now: new Date("2026-03-04T10:00:00Z"),
  };
  const { channel } = connectors.webhooks;
  await channel?.testBinding(connection, { brandName: "Plumb", publicUrl: "https://plumb.example" });
  await channel?.send(connection, {
    ...fullMessage,
    title: "Prüfung 失敗 🚀",
    facts: [{ label: "", value: "\u2028" }],
  });
  expect(far.received).toHaveLength(2);
  for (const { headers, body } of far.received) {
    const [, t = "", v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers["x-plumb-signature"])) ?? [];
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${body}`).digest("hex"));
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
  }
});

test("the stories of the web app show these contents", async () => {
  const groups: Readonly<Record<string, string>> = {
    slack: "S012AB3CD",
    discord: "165511591545143296",
    mattermost: "@checkout-team",
  };
  const contents = Object.fromEntries(
    (["slack", "teams", "discord", "mattermost", "email", "webhooks"] as const).map((id) => {
      const { channel } = connectors[id];
      const mention = channel?.mentionOf?.({ mentions: `@ada = ${groups[id]}` }, ["Ada"]) ?? null;
      return [id, channel?.content(fullMessage, { brandName: "Plumb", subject: "cause:7", mention })];
    }),
  );
  const file = "../../../web/src/ui/channel-message/samples/contents.json";
  await expect(`${JSON.stringify(contents, null, 2)}\n`).toMatchFileSnapshot(file);
});

type NewIssue = NonNullable<operations["issues/create"]["requestBody"]>["content"]["application/json"];
type ChangedIssue = NonNullable<operations["issues/update"]["requestBody"]>["content"]["application/json"];
type NewComment = operations["issues/create-comment"]["requestBody"]["content"]["application/json"];
type NewStatus = operations["repos/create-commit-status"]["requestBody"]["content"]["application/json"];

test("GitHub gets issues, comments and statuses as in its OpenAPI description", async () => {
  const { state, respond } = createGithubFake("token");
  const commit = "a".repeat(40);
  const pulls = [{ number: 9, head: commit, comments: [] }];
  state.repositories.set("octo/shop", { hasIssues: true, labels: ["bug"], issues: [], pulls, statuses: [] });
  await using far = await startFakeService(respond);
  const connection: Connection = {
    credentials: { apiUrl: far.url, token: "token" },
    binding: { repository: "octo/shop", labels: "bug" },
    outgoing: createOutgoing({ allowPrivateHosts: ["127.0.0.1"] }),
    now: new Date(),
  };
  const { id } = await githubTracker.create(connection, {
    title: "Pay button hidden",
    description: [{ kind: "paragraph", content: ["Since run 12."] }],
    fields: {},
    mark: "plumb:1",
  });
  await githubTracker.comment(connection, id, [{ kind: "paragraph", content: ["It is back."] }]);
  await githubTracker.changeState(connection, id, "closed");
  const url = "https://plumb.example/reports/12";
  const key = commentKey({ publicUrl: "https://plumb.example", projectId: 1 });
  await writeToPullRequest(githubCodeHost.open(connection, "9"), {
    commit,
    comment: { key, text: "Red", readAt: 5, mayCreate: true },
    status: { state: "failed", name: "Plumb", description: "2 new", url },
  });
  const sent = far.received
    .filter(({ method, url: path }) => method !== "GET" && path !== "/graphql")
    .map(({ body }) => JSON.parse(body) as unknown);
  expect(sent).toEqual([
    { title: "Pay button hidden", body: "Since run 12.\n\n<!-- plumb:1 -->", labels: ["bug"] } satisfies NewIssue,
    { body: "It is back." } satisfies NewComment,
    { state: "closed", state_reason: "completed" } satisfies ChangedIssue,
    { body: `<!-- plumb-comment ${key.key} 5 octo -->\nRed` } satisfies NewComment,
    { state: "failure", context: "Plumb", description: "2 new", target_url: url } satisfies NewStatus,
  ]);
});
