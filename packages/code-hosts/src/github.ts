import { type CodeHost, htmlComment } from "./code-host.ts";
import { allPages, type HostClient, listIn, textAt } from "./host-client.ts";

// https://docs.github.com/en/rest/issues/comments, /pulls/pulls, /commits/statuses

const pageSize = 100;

export function githubHeaders(token: string) {
  return {
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  } as const;
}

/** Returns the address of the GraphQL API for that of the REST API. */
export function githubGraphql(api: string): string {
  return `${api.replace(/\/v3$/, "")}/graphql`;
}

/** @param repository `owner/name` */
export function createGitHub(client: HostClient, repository: string, pullRequest: string): CodeHost {
  const { send } = client;
  const url = `${client.api}/repos/${repository}`;
  let account: Promise<string> | null = null;
  const ownAccount = () => (account ??= readAccount(client));
  return {
    name: "GitHub",
    format: { maxLength: 65_536, foldable: true },
    hiddenLine: htmlComment,
    async open() {
      const { body } = await send({ method: "GET", url: `${url}/pulls/${pullRequest}` });
      return {
        head: textAt(body, "head", "sha"),
        async setStatus({ commit, state, name, description, url: target }) {
          const states = { passed: "success", failed: "failure", pending: "pending" } as const;
          const status = { state: states[state], context: name, description, target_url: target };
          await send({ method: "POST", url: `${url}/statuses/${commit}`, body: status });
        },
      };
    },
    account: ownAccount,
    async comments() {
      const own = await ownAccount();
      const list = `${url}/issues/${pullRequest}/comments?per_page=${pageSize}`;
      const found = await allPages(async (page) => {
        const items = listIn(client, (await send({ method: "GET", url: `${list}&page=${page}` })).body);
        return { items, hasNext: items.length === pageSize };
      });
      return found.map((comment) => {
        const author = withoutEnding(textAt(comment, "user", "login"));
        return {
          id: textAt(comment, "id"),
          order: Number(textAt(comment, "id")),
          text: textAt(comment, "body"),
          author,
          isOwn: author === own,
          canAuthorWrite: () => Promise.resolve(canWrite(comment)),
        };
      });
    },
    async create(text) {
      await send({ method: "POST", url: `${url}/issues/${pullRequest}/comments`, body: { body: text } });
    },
    async update(id, text) {
      await send({ method: "PATCH", url: `${url}/issues/comments/${id}`, body: { body: text } });
    },
    async remove(id) {
      await send({ method: "DELETE", url: `${url}/issues/comments/${id}` });
    },
  };
}

/** Returns the login of the token. `GET /user` rejects the tokens of apps and jobs, GraphQL does not. */
async function readAccount(client: HostClient): Promise<string> {
  const query = "query { viewer { login } }";
  const { body } = await client.send({ method: "POST", url: githubGraphql(client.api), body: { query } });
  const login = textAt(body, "data", "viewer", "login");
  if (login === "") throw client.unreadable();
  return withoutEnding(login);
}

/** GraphQL may return the login of a bot without its ending. No user can have a login with it. */
function withoutEnding(login: string): string {
  return login.replace(/\[bot\]$/, "");
}

/** Only administrators of a repository can install the app of a bot. */
function canWrite(comment: unknown): boolean {
  const association = textAt(comment, "author_association");
  return textAt(comment, "user", "type") === "Bot" || ["OWNER", "MEMBER", "COLLABORATOR"].includes(association);
}
