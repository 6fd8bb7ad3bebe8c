import { storyLine } from "@plumb/analysis/failures/story-parts.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { expect, test } from "vitest";
import { teamsMessage } from "./chat/adaptive-card.ts";
import { discordMessage } from "./chat/discord.ts";
import { mattermostMessage } from "./chat/mattermost.ts";
import { messageMail } from "./mail/message-mail.ts";
import { renderHtml } from "./markup/html.ts";
import { renderJiraWiki } from "./markup/jira-wiki.ts";
import { renderMarkdown } from "./markup/markdown.ts";
import { slackMessage } from "./slack/message-blocks.ts";
import { fullMessage } from "#testing/full-message.ts";

/** Texts that a commit, an event, a branch or an item can contain. */
const hostile =
  "</p><img src=x onerror=alert(1)> <!channel> <@U1> @everyone @here [a](https://evil.test) {color:red} !x! *b* `c` \u202Ecod\r\nsecond line";
const at = "2026-03-04T10:00:00Z";
const story: FailureStory = {
  state: "new",
  branch: "main",
  environment: "stage",
  began: { id: 9, number: 9, at, orEarlier: false, onAndOff: false },
  lastPass: { id: 8, number: 8, at },
  ended: null,
  suspect: { hash: "0123456789", subject: hostile, author: hostile, url: "https://git.test/c/0123", only: true },
  event: { kind: "deploy", title: hostile, minutesBefore: 5, url: "javascript:alert(1)" },
  otherTests: 1,
  passesOn: [{ branch: hostile, environment: "stage", run: { id: 7, number: 7, at } }],
  owners: [hostile],
  ticket: { key: hostile, url: "https://tracker.test/1" },
  item: { id: 4, title: hostile, assignee: hostile },
};
const content = storyLine(story, { projectId: 1, publicUrl: "https://plumb.test", maxLength: 5000 });
const blocks = [{ kind: "paragraph", content }] as const;
const message = { ...fullMessage, blocks };
const mail = messageMail(message, { brandName: "Plumb" });

test.for([
  ["Slack", JSON.stringify(slackMessage(message).blocks), /<!|<@|<img/],
  ["Discord", JSON.stringify(discordMessage(message)), /@everyone|@here|(?<!\\)<[@!]|[^\\]\]\(https:\/\/evil/],
  ["Mattermost", JSON.stringify(mattermostMessage(message)), /@here|(?<!\\)<img|[^\\]\]\(https:\/\/evil/],
  ["Teams", JSON.stringify(teamsMessage(message)), /[^\\]\]\(https:\/\/evil/],
  ["mail", mail.html, /<img src=x|<!channel/],
  ["a ticket in Markdown", renderMarkdown(blocks), /@(?:everyone|here)|(?<!\\)<img|[^\\]\]\(https:\/\/evil/],
  ["a ticket in Jira", renderJiraWiki(blocks), /\{color|(?<!&)!x!/],
  ["a ticket in HTML", renderHtml(blocks), /<img/],
] as const)("a commit subject cannot add markup to %s", ([, text, markup]) => {
  expect(text).toContain("https://git.test/c/0123");
  expect(text).toContain("https://plumb.test/reports/9");
  expect(text).not.toMatch(markup);
  expect(text).not.toMatch(/javascript:|\u202e/);
  // A link of Slack ends at a line break.
  expect(text).not.toMatch(/(?:\n|\\n)second line/);
});
