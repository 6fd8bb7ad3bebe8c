import { createGitHub } from "@plumb/code-hosts/github.ts";
import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { callGithub, githubApi } from "./api.ts";
import { readRepository } from "./tickets.ts";
import { checkScopes } from "./write-access.ts";
import { hostClient } from "#connectors/host-client.ts";
import type { CodeHostOffer } from "#connectors/offers.ts";
import { readAs } from "#connectors/service-api.ts";
import { baseUrl } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const Repository = z.object({
  full_name: z.string(),
  permissions: z.object({ push: z.boolean().optional() }).optional(),
});

export const githubCodeHost: CodeHostOffer = {
  bindingFields: [field({ name: "repository", label: "Repository", kind: "text", placeholder: "owner/name" })],
  bindingName: ({ repository = "" }) => repository,
  async testBinding(connection) {
    const api = githubApi(connection);
    const repository = readRepository(connection.binding["repository"]);
    const url = `${api.url}/repos/${repository}`;
    const { body, headers } = await callGithub(api, { method: "GET", url, refusals: missing(repository) });
    const { full_name: name, permissions } = readAs(api, Repository, body);
    checkScopes(headers, repository);
    if (permissions?.push === false)
      throw new OutgoingError(`The token can read but not write ${repository}: its account needs the role Write.`);
    return `Pull requests of ${textOf(name, repository)} will be commented on.`;
  },
  open(connection, pullRequest) {
    const repository = readRepository(connection.binding["repository"]);
    const rights =
      "The access token may not do this; it needs read and write access to pull requests and commit statuses.";
    const refusals = { rights, ...missing(`${repository} with this pull request or commit`) };
    return createGitHub(hostClient(githubApi(connection), refusals, callGithub), repository, pullRequest);
  },
  commitUrl: ({ credentials, binding }, commit) => {
    // https://api.github.com, https://api.octo.ghe.com, or https://github.example.org/api/v3 of GitHub Enterprise Server.
    const site = baseUrl(credentials, "apiUrl")
      .replace(/^(https?:\/\/)api\./, "$1")
      .replace(/\/api\/v3$/, "");
    return `${site}/${readRepository(binding["repository"])}/commit/${commit}`;
  },
};

function missing(what: string) {
  return { missing: `GitHub has no repository ${what}, or the access token has no access to it.` };
}
