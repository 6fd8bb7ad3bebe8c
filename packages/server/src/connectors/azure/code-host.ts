import { createAzure } from "@plumb/code-hosts/azure.ts";
import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { azureApi, azureUrl } from "./api.ts";
import { hostClient } from "#connectors/host-client.ts";
import type { CodeHostOffer, Connection } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { baseUrl } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const azureCodeHost: CodeHostOffer = {
  bindingFields: [
    field({ name: "project", label: "Project", kind: "text", placeholder: "Shop" }),
    field({ name: "repository", label: "Repository", kind: "text", placeholder: "web" }),
  ],
  bindingName: ({ project = "", repository = "" }) => `${project}/${repository}`,
  async testBinding(connection) {
    const api = azureApi(connection);
    const { project, repository } = addressOf(connection);
    const path = `git/repositories/${encodeURIComponent(repository)}`;
    const url = azureUrl(`${api.url}/${encodeURIComponent(project)}`, path);
    const { body } = await callApi(api, { method: "GET", url, refusals: refusalsOf(repository) });
    const { name } = readAs(api, z.object({ name: z.string() }), body);
    return `Pull requests of ${textOf(name, repository)} will be commented on.`;
  },
  open(connection, pullRequest) {
    const address = addressOf(connection);
    return createAzure(hostClient(azureApi(connection), refusalsOf(address.repository)), { ...address, pullRequest });
  },
  commitUrl(connection, commit) {
    const { project, repository } = addressOf(connection);
    const path = [project, "_git", repository, "commit", commit].map(encodeURIComponent).join("/");
    return `${baseUrl(connection.credentials, "organizationUrl")}/${path}`;
  },
};

function addressOf({ binding }: Pick<Connection, "binding">): { project: string; repository: string } {
  const [project = "", repository = ""] = [binding["project"]?.trim(), binding["repository"]?.trim()];
  if (project === "" || repository === "") throw new OutgoingError("Enter the project and the repository.");
  return { project, repository };
}

function refusalsOf(repository: string) {
  return {
    rights: "The access token may not do this; it needs the scopes Code (read and write) and Code (status).",
    missing: `Azure DevOps has no repository ${repository} with this pull request, or the access token has no access to it.`,
  };
}
