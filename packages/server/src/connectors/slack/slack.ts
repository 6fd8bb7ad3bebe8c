import { testMessage } from "#connectors/chat/webhook-fields.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { textOf } from "#connectors/responses.ts";
import { slackApi } from "./bot.ts";
import { callBot, postToWebhook, slackChannel, usesBot } from "./channel.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { accountId, baseUrl, secretAccountId } from "#connectors/values.ts";

export const slack: ConnectorDescription = {
  id: "slack",
  name: "Slack",
  description: "Send messages about runs and failures to Slack channels.",
  version: "1.0.0",
  used: true,
  category: "notification",
  website: "https://slack.com",
  fields: [
    field({
      name: "botToken",
      label: "Bot token",
      kind: "secret",
      required: false,
      placeholder: "xoxb-…",
      hint: "A Slack app needs the scope chat:write, and channels:read to list its channels. It can post to many channels, and answer in threads.",
    }),
    field({
      name: "webhookUrl",
      label: "Incoming webhook URL",
      kind: "secret",
      required: false,
      placeholder: "https://hooks.slack.com/services/…",
      hint: "For a single channel, without threads. Anyone who has it can post, so it is stored as a secret.",
    }),
    field({
      name: "apiUrl",
      label: "API URL",
      kind: "url",
      initial: slackApi,
      hint: "Only GovSlack has another one: https://slack-gov.com/api",
      destination: true,
    }),
  ],
  testNotice: "With a webhook URL, the test posts a message that everyone in the channel can see.",
  async test(credentials, { outgoing, brandName, publicUrl }) {
    const now = new Date();
    const { botToken = "", webhookUrl = "" } = credentials;
    if (botToken === "" && webhookUrl === "") throw new OutgoingError("Enter a bot token or a webhook URL.");
    // The token is tested first, so that a wrong one posts no message.
    const bot = botToken === "" ? null : await callBot({ credentials, outgoing, now }, "auth.test", {});
    if (webhookUrl !== "") await postToWebhook({ outgoing, now }, webhookUrl, testMessage({ brandName, publicUrl }));
    const found = [
      ...(bot === null ? [] : [`Signed in as ${textOf(bot.user, "a bot")} in ${textOf(bot.team, "a workspace")}.`]),
      ...(webhookUrl === "" ? [] : ["A test message was posted to the channel."]),
    ];
    const workspace = bot === null ? null : (bot.team_id ?? bot.team ?? "");
    return {
      message: found.join(" "),
      account:
        workspace === null
          ? secretAccountId(webhookUrl)
          : accountId(baseUrl(credentials, "apiUrl") || slackApi, workspace),
    };
  },
  async readExpiry(credentials, { outgoing, now }) {
    if ((credentials["botToken"] ?? "") === "") return null;
    // Only tokens that are rotated have it: https://docs.slack.dev/authentication/using-token-rotation
    const { expires_in: seconds } = await callBot({ credentials, outgoing, now }, "auth.test", {});
    return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
  },
  channel: slackChannel,
  places: {
    label: "Allowed channels",
    hint: "Channels that projects may use with the bot, one per line, as in the connections. * allows all.",
    placeholder: "#qa",
    noun: "channel",
    // A webhook posts to its own channel, regardless of the channel name.
    of: (binding, account) =>
      usesBot({ binding: binding.secrets, credentials: account.secrets }) ? [binding.settings["channel"] ?? ""] : [],
    // An id and a name may differ only in letter case.
    comparable: (location) => location.trim().replace(/^#/, ""),
  },
};
