import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { callGithub, githubApi, type GithubApi } from "./api.ts";
import { readRepository } from "./tickets.ts";
import { hiddenMark } from "#connectors/hidden-mark.ts";
import type { CodeHost, Connection } from "#connectors/offers.ts";
import { readAs } from "#connectors/service-api.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const pageSize = 100;
const maxPages = 50;
/** Space for the mark. */
const maxMark = 200;

const Comment = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});

/** @see https://docs.github.com/rest/issues/comments and https://docs.github.com/rest/commits/statuses */
export const githubCodeHost: CodeHost = {
  bindingFields: [field({ name: "repository", label: "Repository", kind: "text", placeholder: "owner/name" })],
  bindingName: ({ repository = "" }) => repository,
  maxComment: 65_536 - maxMark,
  async testBinding(connection) {
    const { api, repository, url } = open(connection);
    const { body } = await callGithub(api, { method: "GET", url, refusals: missing(`repository ${repository}`) });
    const found = readAs(api, z.object({ full_name: z.string() }), body);
    return `Pull requests of ${textOf(found.full_name, repository)} will be commented on.`;
  },
  async setStatus(connection, { commit, state, name, description, url: target }) {
    const { api, url } = open(connection);
    await callGithub(api, {
      method: "POST",
      url: `${url}/statuses/${commit}`,
      body: { state: state === "passed" ? "success" : "failure", context: name, description, target_url: target },
      refusals: missing(`commit ${commit}`),
    });
  },
  async comment(connection, { pullRequest, commit, mark, text, mayCreate }) {
    const { api, url } = open(connection);
    const refusals = missing(`pull request ${pullRequest}`);
    const pull = await callGithub(api, { method: "GET", url: `${url}/pulls/${pullRequest}`, refusals });
    const { head } = readAs(api, z.object({ head: z.object({ sha: z.string() }) }), pull.body);
    if (!head.sha.startsWith(commit)) return;
    const line = hiddenMark(mark);
    const id = await ownComment(api, `${url}/issues/${pullRequest}/comments`, line);
    const body = { body: `${line}\n${text}` };
    if (id !== null) await callGithub(api, { method: "PATCH", url: `${url}/issues/comments/${id}`, body, refusals });
    else if (mayCreate)
      await callGithub(api, { method: "POST", url: `${url}/issues/${pullRequest}/comments`, body, refusals });
  },
};

/** Returns the oldest comment of the own account that begins with the line. */
async function ownComment(api: GithubApi, url: string, line: string): Promise<number | null> {
  const user = await callGithub(api, { method: "GET", url: `${api.url}/user` });
  const { login } = readAs(api, z.object({ login: z.string() }), user.body);
  for (let page = 1; page <= maxPages; page += 1) {
    const address = `${url}?per_page=${pageSize}&page=${page}`;
    const { body } = await callGithub(api, { method: "GET", url: address, isLong: true });
    const comments = readAs(api, boundedList(Comment), body);
    const own = comments.find((comment) => comment.user?.login === login && beginsWith(comment.body, line));
    if (own !== undefined) return own.id;
    if (comments.length < pageSize) return null;
  }
  return null;
}

function beginsWith(text: string | null | undefined, line: string): boolean {
  return text?.split(/\r?\n/, 1)[0] === line;
}

function open(connection: Connection): { api: GithubApi; repository: string; url: string } {
  const api = githubApi(connection);
  const repository = readRepository(connection.binding["repository"]);
  return { api, repository, url: `${api.url}/repos/${repository}` };
}

function missing(what: string) {
  return {
    missing: `GitHub has no ${what}, or the access token has no access to it.`,
    missingScope: "request",
  } as const;
}
