import type { Outgoing } from "#outgoing/outgoing.ts";
import { webhookApi } from "#connectors/chat/webhook-api.ts";
import type { ServiceApi } from "#connectors/service-api.ts";
import { baseUrl, type Values } from "#connectors/values.ts";

/** Address for all customers except GovSlack. */
export const slackApi = "https://slack.com/api";

export interface Bot {
  readonly credentials: Values;
  readonly outgoing: Outgoing;
  readonly now: Date;
}

/** Returns Slack's Web API, which reports errors with the status 200. */
export function botApi(bot: Bot): ServiceApi {
  return {
    ...webhookApi("Slack", bot, bot.credentials["botToken"] ?? ""),
    headers: { authorization: `Bearer ${bot.credentials["botToken"]}`, accept: "application/json" },
    refusals: { credentials: "Slack rejected the bot token.", missing: "Slack's API has moved." },
  };
}

export function methodUrl({ credentials }: Pick<Bot, "credentials">, method: string): string {
  return `${baseUrl(credentials, "apiUrl") || slackApi}/${method}`;
}

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
/** Returns a sentence about Slack's error code. */
export function problemOf(error: string): string {
  return problems[error] ?? `Slack rejected the request: ${error.replace(/[^a-z_]/g, "").replaceAll("_", " ")}.`;
}
