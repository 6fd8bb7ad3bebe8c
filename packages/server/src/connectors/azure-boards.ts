import { jsonAnswer, textOf } from "#connectors/answers.ts";
import { type ConnectorDescription, field } from "#connectors/connector.ts";
import { baseUrl } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const badToken = "Azure DevOps rejected the access token.";

export const azureBoards: ConnectorDescription = {
  id: "azure-boards",
  name: "Azure Boards",
  description: "Coming soon: create work items from failures in an Azure DevOps project.",
  version: "1.0.0",
  used: false,
  category: "bug_tracking",
  website: "https://azure.microsoft.com/products/devops/boards",
  fields: [
    field({
      name: "organizationUrl",
      label: "Organization URL",
      kind: "url",
      placeholder: "https://dev.azure.com/example",
      destination: true,
    }),
    field({ name: "project", label: "Project", kind: "text", placeholder: "Shop" }),
    field({
      name: "token",
      label: "Personal access token",
      kind: "secret",
      hint: "It needs the scopes Work Items (read and write) and Project (read).",
    }),
  ],
  testNotice: "",
  async test(values, { outgoing }) {
    const project = (values["project"] ?? "").trim();
    const answer = await outgoing.request({
      method: "GET",
      url: `${baseUrl(values, "organizationUrl")}/_apis/projects/${encodeURIComponent(project)}?api-version=7.1`,
      headers: {
        authorization: `Basic ${Buffer.from(`:${values["token"]}`).toString("base64")}`,
        accept: "application/json",
      },
    });
    // With a wrong token, the service returns its sign-in page (203) or a redirect to it.
    if (answer.status === 203 || answer.status === 302) throw new OutgoingError(badToken);
    const found = jsonAnswer("Azure DevOps", answer, {
      credentials: badToken,
      rights: "The access token cannot read this project; it needs the scope Project (read).",
      missing: `Azure DevOps has no project ${project} in this organization, or the access token has no access to it.`,
    });
    return `The project is ${textOf(found["name"], project)}.`;
  },
};
