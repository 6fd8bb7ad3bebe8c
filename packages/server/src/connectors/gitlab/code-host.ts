import { createGitLab, developer } from "@plumb/code-hosts/gitlab.ts";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { gitlabApi } from "./api.ts";
import { checkWriteAccess, Project } from "./write-access.ts";
import { hostClient } from "#connectors/host-client.ts";
import type { CodeHostOffer, Connection } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { baseUrl } from "#connectors/values.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

export const gitlabCodeHost: CodeHostOffer = {
  bindingFields: [
    field({
      name: "project",
      label: "Project",
      kind: "text",
      placeholder: "group/project",
      hint: "The path or ID of the project.",
    }),
  ],
  bindingName: ({ project = "" }) => project,
  async testBinding(connection) {
    const api = gitlabApi(connection);
    const project = projectOf(connection);
    const url = `${api.url}/projects/${encodeURIComponent(project)}`;
    const { body } = await callApi(api, { method: "GET", url, refusals: missing(project) });
    const found = readAs(api, Project, body);
    await checkWriteAccess(api, found, { project, minLevel: developer, role: "Developer" });
    return `Merge requests of ${textOf(found.name_with_namespace, project)} will be commented on.`;
  },
  open(connection, mergeRequest) {
    const project = projectOf(connection);
    const rights =
      "The access token may not do this; it needs the scope api and the role Reporter, and Developer for statuses.";
    const refusals = { rights, ...missing(`${project} with this merge request or commit`) };
    return createGitLab(hostClient(gitlabApi(connection), refusals), { project, mergeRequest, pipeline: null });
  },
  commitUrl(connection, commit) {
    const project = projectOf(connection);
    // The address of a page contains the path, not the id.
    return /^\d+$/.test(project) ? null : `${baseUrl(connection.credentials, "url")}/${project}/-/commit/${commit}`;
  },
};

function projectOf({ binding }: Pick<Connection, "binding">): string {
  const project = (binding["project"] ?? "").trim().replace(/^\/+|\/+$/g, "");
  if (project === "") throw new OutgoingError("Enter the project, for example group/project.");
  return project;
}

function missing(what: string) {
  return { missing: `GitLab has no project ${what}, or the access token has no access to it.` };
}
