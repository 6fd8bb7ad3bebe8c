import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { baseUrl, type Values } from "#connectors/values.ts";

export const jira: ConnectorDescription = {
  id: "jira",
  name: "Jira Cloud",
  description: "Coming soon: create issues from failures in Atlassian's cloud issue tracker.",
  version: "1.0.0",
  used: false,
  category: "bug_tracking",
  website: "https://www.atlassian.com/software/jira",
  fields: [
    field({
      name: "siteUrl",
      label: "Site URL",
      kind: "url",
      placeholder: "https://example.atlassian.net",
      destination: true,
    }),
    field({ name: "email", label: "Email of the Jira account", kind: "email" }),
    field({
      name: "apiToken",
      label: "API token",
      kind: "secret",
      hint: "Create one in the security settings of the Atlassian account.",
    }),
    field({
      name: "projectKey",
      label: "Project key",
      kind: "text",
      placeholder: "SHOP",
      hint: "Where issues are created.",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const get = async (path: string, missing: string) =>
      jsonAnswer("Jira", await outgoing.request({ method: "GET", url: site(values, path), headers: headers(values) }), {
        credentials: "Jira rejected the email address and API token.",
        rights: "The Jira account cannot use the API of this site.",
        missing,
      });
    const self = await get("myself", "There is no Jira site at this address.");
    const key = values["projectKey"] ?? "";
    const project = await get(
      `project/${encodeURIComponent(key)}`,
      `Jira has no project ${key}, or this account has no access to it.`,
    );
    const name = textOf(self["displayName"], values["email"] ?? "");
    return `Signed in as ${name}; the project is ${textOf(project["name"], key)}.`;
  },
};

function site(values: Values, path: string): string {
  return `${baseUrl(values, "siteUrl")}/rest/api/3/${path}`;
}

function headers(values: Values): Record<string, string> {
  const credentials = Buffer.from(`${values["email"]}:${values["apiToken"]}`).toString("base64");
  return { authorization: `Basic ${credentials}`, accept: "application/json" };
}
