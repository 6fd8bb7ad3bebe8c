import type { CodeHost } from "./code-host.ts";
import { allPages, type HostClient, listIn, statusOf, textAt, valueAt } from "./host-client.ts";

// https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/ and /api-group-commit-statuses/
interface BitbucketPullRequest {
  readonly workspace: string;
  readonly slug: string;
  readonly pullRequest: string;
}

export function createBitbucket(client: HostClient, { workspace, slug, pullRequest }: BitbucketPullRequest): CodeHost {
  const { send } = client;
  const repository = `${client.api}/repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(slug)}`;
  const url = `${repository}/pullrequests/${pullRequest}`;
  return {
    name: "Bitbucket",
    format: { maxLength: 32_768, foldable: false },
    // Bitbucket shows HTML comments as text, but hides the definition of a link that is not used.
    hiddenLine: (mark) => `[plumb]: # (${mark})`,
    async open() {
      const { body } = await send({ method: "GET", url });
      return {
        head: textAt(body, "source", "commit", "hash"),
        async setStatus({ commit, key, state, name, description, url: target }) {
          const states = { passed: "SUCCESSFUL", failed: "FAILED", pending: "INPROGRESS" } as const;
          const status = { key, state: states[state], name, description, url: target };
          await send({ method: "POST", url: `${repository}/commit/${commit}/statuses/build`, body: status });
        },
      };
    },
    account: () => Promise.resolve(null),
    async comments() {
      const own = await readAccount(client);
      const found = await allPages(async (page) => {
        const { body } = await send({ method: "GET", url: `${url}/comments?pagelen=100&page=${page}` });
        return { items: listIn(client, valueAt(body, "values")), hasNext: textAt(body, "next") !== "" };
      });
      return found
        .filter((comment) => valueAt(comment, "deleted") !== true)
        .map((comment) => ({
          id: textAt(comment, "id"),
          order: Number(textAt(comment, "id")),
          text: textAt(comment, "content", "raw"),
          author: textAt(comment, "user", "uuid"),
          isOwn: isBy(comment, own),
          canAuthorWrite: () => Promise.resolve(false),
        }));
    },
    async create(text) {
      await send({ method: "POST", url: `${url}/comments`, body: { content: { raw: text } } });
    },
    async update(id, text) {
      await send({ method: "PUT", url: `${url}/comments/${id}`, body: { content: { raw: text } } });
    },
    async remove(id) {
      await send({ method: "DELETE", url: `${url}/comments/${id}` });
    },
  };
}

/** Returns the id of the token's account; `null` for the token of a repository, which may not read it. */
async function readAccount({ api, send }: HostClient): Promise<string | null> {
  try {
    return textAt((await send({ method: "GET", url: `${api}/user` })).body, "uuid") || null;
  } catch (error) {
    if (statusOf(error) === 401 || statusOf(error) === 403) return null;
    throw error;
  }
}

/** Tokens of repositories have accounts that are not of a person. Bitbucket lets only the author change a comment. */
function isBy(comment: unknown, account: string | null): boolean {
  return account === null
    ? textAt(comment, "user", "type") === "app_user"
    : textAt(comment, "user", "uuid") === account;
}
