import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { jiraApi } from "./api.ts";
import { jiraTracker } from "./tracker.ts";
import { ignoringCase } from "#connectors/targets.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { accountId } from "#connectors/values.ts";

const withCloud = { field: "deployment", value: "cloud" };

export const jira: ConnectorDescription = {
  id: "jira",
  name: "Jira",
  description: "Create issues from failures in Jira Cloud or Jira Data Center, and follow their state.",
  version: "1.0.0",
  used: true,
  category: "bug_tracking",
  website: "https://www.atlassian.com/software/jira",
  fields: [
    field({
      name: "deployment",
      label: "Deployment",
      kind: "choice",
      initial: "cloud",
      choices: [
        { value: "cloud", label: "Cloud" },
        { value: "data-center", label: "Data Center" },
      ],
    }),
    field({
      name: "siteUrl",
      label: "Site URL",
      kind: "url",
      placeholder: "https://example.atlassian.net",
      destination: true,
    }),
    field({
      name: "email",
      label: "Email of the Jira account",
      kind: "email",
      usedWith: withCloud,
    }),
    field({
      name: "apiToken",
      label: "Token",
      kind: "secret",
      hint: "Cloud: an API token from the security settings of the Atlassian account. Data Center: a personal access token from the profile.",
    }),
    field({
      name: "apiUrl",
      label: "API URL",
      kind: "url",
      required: false,
      usedWith: withCloud,
      placeholder: "https://api.atlassian.com/ex/jira/<cloud id>",
      hint: "Only with a service account or an API token with scopes.",
      destination: true,
    }),
  ],
  testNotice: "",
  async test(credentials, { outgoing }) {
    const api = jiraApi({ credentials, outgoing, now: new Date() });
    if (api.isCloud && (credentials["email"] ?? "") === "")
      throw new OutgoingError("Enter the email address of the Jira account. Jira Cloud needs it with the API token.");
    const { body } = await callApi(api, { method: "GET", url: `${api.url}/myself` });
    // Jira Cloud has the id of the account, and Jira Data Center its key.
    const Account = z.object({ displayName: z.string(), accountId: z.string().optional(), key: z.string().optional() });
    const { displayName, accountId: id, key } = readAs(api, Account, body);
    return {
      message: `Signed in as ${textOf(displayName, "an account")}.`,
      account: accountId(api.site, id ?? key ?? displayName),
    };
  },
  tracker: jiraTracker,
  places: {
    label: "Allowed projects",
    hint: "Keys of the Jira projects that may be used with this account, one per line. * allows all.",
    placeholder: "SHOP",
    noun: "project",
    of: ({ settings }) => [settings["projectKey"] ?? ""],
    comparable: ignoringCase,
  },
};
