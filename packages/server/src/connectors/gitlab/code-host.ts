import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { gitlabApi, type GitlabApi } from "./api.ts";
import { hiddenMark } from "#connectors/hidden-mark.ts";
import type { CodeHost, Connection } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const pageSize = 100;
const maxPages = 50;
/** Less than the limit of GitLab, which is 1,000,000, because a longer comment is never useful. */
const maxComment = 200_000;

const Note = z.object({ id: z.number(), body: z.string(), author: z.object({ id: z.number() }) });

/** @see https://docs.gitlab.com/api/notes/ and https://docs.gitlab.com/api/commits/#set-commit-pipeline-status */
export const gitlabCodeHost: CodeHost = {
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
  maxComment,
  async testBinding(connection) {
    const { api, project, url } = open(connection);
    const { body } = await callApi(api, { method: "GET", url, refusals: missing(`project ${project}`) });
    const found = readAs(api, z.object({ name_with_namespace: z.string() }), body);
    return `Merge requests of ${textOf(found.name_with_namespace, project)} will be commented on.`;
  },
  async setStatus(connection, { commit, state, name, description, url: target }) {
    const { api, url } = open(connection);
    const status = { state: state === "passed" ? "success" : "failed", name, description, target_url: target };
    const request = { method: "POST", url: `${url}/statuses/${commit}`, body: status } as const;
    await callApi(api, { ...request, refusals: missing(`commit ${commit}`) }).catch((error: unknown) => {
      // GitLab rejects a status that the commit already has.
      if (!(error instanceof ServiceError && error.message.includes("Cannot transition status"))) throw error;
    });
  },
  async comment(connection, { pullRequest, commit, mark, text, mayCreate }) {
    const { api, url } = open(connection);
    const refusals = missing(`merge request ${pullRequest}`);
    const address = `${url}/merge_requests/${pullRequest}`;
    const found = await callApi(api, { method: "GET", url: address, refusals });
    if (!readAs(api, z.object({ sha: z.string() }), found.body).sha.startsWith(commit)) return;
    const line = hiddenMark(mark);
    const id = await ownNote(api, `${address}/notes`, line);
    const body = { body: `${line}\n${text}` };
    if (id !== null) await callApi(api, { method: "PUT", url: `${address}/notes/${id}`, body, refusals });
    else if (mayCreate) await callApi(api, { method: "POST", url: `${address}/notes`, body, refusals });
  },
};

/** Returns the oldest note of the own account that begins with the line. */
async function ownNote(api: GitlabApi, url: string, line: string): Promise<number | null> {
  const user = await callApi(api, { method: "GET", url: `${api.url}/user` });
  const { id: account } = readAs(api, z.object({ id: z.number() }), user.body);
  for (let page = 1; page <= maxPages; page += 1) {
    const address = `${url}?sort=asc&order_by=created_at&per_page=${pageSize}&page=${page}`;
    const { body } = await callApi(api, { method: "GET", url: address, isLong: true });
    const notes = readAs(api, boundedList(Note), body);
    const own = notes.find((note) => note.author.id === account && note.body.split(/\r?\n/, 1)[0] === line);
    if (own !== undefined) return own.id;
    if (notes.length < pageSize) return null;
  }
  return null;
}

function open(connection: Connection): { api: GitlabApi; project: string; url: string } {
  const api = gitlabApi(connection);
  const project = (connection.binding["project"] ?? "").trim().replace(/^\/+|\/+$/g, "");
  if (project === "") throw new OutgoingError("Enter the project, for example group/project.");
  return { api, project, url: `${api.url}/projects/${encodeURIComponent(project)}` };
}

function missing(what: string) {
  return {
    missing: `GitLab has no ${what}, or the access token has no access to it.`,
    missingScope: "request",
  } as const;
}
