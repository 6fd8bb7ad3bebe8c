import type { CliContext } from "#core/cli-context.ts";
import type { CodeHost, OwnComment } from "./code-host.ts";
import { createHostApi, type HostApi, HostError, listOf, textAt } from "./host-api.ts";

// https://docs.github.com/en/rest/issues/comments, /pulls/pulls, /commits/statuses
interface GitHubAccess {
  /** `https://api.github.com`, or the API of a GitHub Enterprise Server. */
  readonly api: string;
  readonly graphql: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

const explanation =
  "The token cannot write. The pull requests of forks get a read-only token: use the workflow_run recipe in docs/pull-requests.md. Otherwise, give the job `permissions: { pull-requests: write, statuses: write }`.";

const pageSize = 100;
const maxPages = 100;

export function githubApi({ api, token }: Pick<GitHubAccess, "api" | "token">, context: CliContext): HostApi {
  return createHostApi(
    {
      name: "GitHub",
      base: api,
      token,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${token}`,
        "x-github-api-version": "2022-11-28",
      },
      explanation,
    },
    context,
  );
}

export function createGitHub(access: GitHubAccess, pullRequest: string, context: CliContext): CodeHost {
  const { repository } = access;
  const api = githubApi(access, context);
  const path = `/repos/${repository}`;
  return {
    name: "GitHub",
    pullRequest,
    format: { maxLength: 65_536, foldable: true },
    hiddenLine: (marker) => `<!-- ${marker} -->`,
    async readHead() {
      const { body } = await api.send("GET", `${path}/pulls/${pullRequest}`);
      return textAt(body, "head", "sha");
    },
    async ownComments() {
      const login = await loginOf(access, context);
      const found: OwnComment[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { body } = await api.send(
          "GET",
          `${path}/issues/${pullRequest}/comments?per_page=${pageSize}&page=${page}`,
        );
        const comments = listOf(body);
        for (const comment of comments)
          if (isBy(comment, login))
            found.push({
              id: textAt(comment, "id"),
              order: Number(textAt(comment, "id")),
              text: textAt(comment, "body"),
            });
        if (comments.length < pageSize) break;
      }
      return found;
    },
    async create(text) {
      await api.send("POST", `${path}/issues/${pullRequest}/comments`, { body: text });
    },
    async update(id, text) {
      await api.send("PATCH", `${path}/issues/comments/${id}`, { body: text });
    },
    async remove(id) {
      await api.send("DELETE", `${path}/issues/comments/${id}`);
    },
    async setStatus({ commit, passed, name, description, url }) {
      const state = passed ? "success" : "failure";
      await api.send("POST", `${path}/statuses/${commit}`, { state, context: name, description, target_url: url });
    },
  };
}

/** Returns the login of the token. `GET /user` rejects the tokens of apps and jobs, GraphQL does not. */
async function loginOf({ graphql, token }: GitHubAccess, context: CliContext): Promise<string> {
  const url = new URL(graphql);
  const api = githubApi({ api: url.origin, token }, context);
  const { body } = await api.send("POST", url.pathname, { query: "query { viewer { login } }" });
  const login = textAt(body, "data", "viewer", "login");
  if (login === "") throw new HostError("GitHub did not return the account of the token.", null);
  return login;
}

/** GraphQL may return the login of a bot without its ending. */
function isBy(comment: unknown, login: string): boolean {
  const author = textAt(comment, "user", "login");
  return author === login || (textAt(comment, "user", "type") === "Bot" && author === `${login}[bot]`);
}
