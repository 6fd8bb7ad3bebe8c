import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { azureBoards } from "#connectors/azure/azure-boards.ts";
import type { ConnectorDescription } from "#connectors/connector.ts";
import { discord } from "#connectors/chat/discord.ts";
import { mattermost } from "#connectors/chat/mattermost.ts";
import { teams } from "#connectors/chat/teams.ts";
import { email } from "#connectors/mail/email.ts";
import { githubIssues } from "#connectors/github/github-issues.ts";
import { gitlabIssues } from "#connectors/gitlab/gitlab-issues.ts";
import { jira } from "#connectors/jira/jira.ts";
import { linear } from "#connectors/linear/linear.ts";
import { slack } from "#connectors/slack/slack.ts";
import { webhooks } from "#connectors/chat/webhooks.ts";

/** All connectors, in the order of the screen. */
export const connectors: Readonly<Record<ConnectorId, ConnectorDescription>> = {
  jira,
  github: githubIssues,
  gitlab: gitlabIssues,
  "azure-boards": azureBoards,
  linear,
  email,
  slack,
  webhooks,
  teams,
  discord,
  mattermost,
};
