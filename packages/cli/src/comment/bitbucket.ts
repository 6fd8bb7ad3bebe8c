import type { CliContext } from "#core/cli-context.ts";
import type { CodeHost, OwnComment } from "./code-host.ts";
import { createHostApi, type HostApi, HostError, listOf, textAt, valueAt } from "./host-api.ts";

// https://developer.atlassian.com/cloud/bitbucket/rest/api-group-pullrequests/ and /api-group-commit-statuses/
interface BitbucketAccess {
  /** Address of the API, such as `https://api.bitbucket.org/2.0`. */
  readonly api: string;
  readonly workspace: string;
  readonly slug: string;
  readonly token: string;
}

const maxPages = 100;
const explanation = "The access token needs the permissions to write pull requests and repositories.";

export function createBitbucket(
  { api: base, workspace, slug, token }: BitbucketAccess,
  pullRequest: string,
  context: CliContext,
): CodeHost {
  const headers = { authorization: `Bearer ${token}` };
  const api = createHostApi({ name: "Bitbucket", base, token, headers, explanation }, context);
  const repository = `/repositories/${encodeURIComponent(workspace)}/${encodeURIComponent(slug)}`;
  const comments = `${repository}/pullrequests/${pullRequest}/comments`;
  return {
    name: "Bitbucket",
    pullRequest,
    format: { maxLength: 32_768, foldable: false },
    // Bitbucket shows HTML comments as text, but hides the definition of a link that is not used.
    hiddenLine: (marker) => `[plumb]: # (${marker})`,
    async readHead() {
      const { body } = await api.send("GET", `${repository}/pullrequests/${pullRequest}`);
      return textAt(body, "source", "commit", "hash");
    },
    async ownComments() {
      const account = await accountOf(api);
      const found: OwnComment[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const { body } = await api.send("GET", `${comments}?pagelen=100&page=${page}`);
        for (const comment of listOf(valueAt(body, "values")))
          if (isBy(comment, account) && valueAt(comment, "deleted") !== true)
            found.push({
              id: textAt(comment, "id"),
              order: Number(textAt(comment, "id")),
              text: textAt(comment, "content", "raw"),
            });
        if (textAt(body, "next") === "") break;
      }
      return found;
    },
    async create(text) {
      await api.send("POST", comments, { content: { raw: text } });
    },
    async update(id, text) {
      await api.send("PUT", `${comments}/${id}`, { content: { raw: text } });
    },
    async remove(id) {
      await api.send("DELETE", `${comments}/${id}`);
    },
    async setStatus({ commit, key, passed, name, description, url }) {
      const state = passed ? "SUCCESSFUL" : "FAILED";
      await api.send("POST", `${repository}/commit/${commit}/statuses/build`, { key, state, name, description, url });
    },
  };
}

/** Returns the id of the token's account; `null` for the token of a repository, which may not read it. */
async function accountOf(api: HostApi): Promise<string | null> {
  try {
    return textAt((await api.send("GET", "/user")).body, "uuid") || null;
  } catch (error) {
    if (error instanceof HostError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

/** Tokens of repositories have accounts that are not of a person. Bitbucket lets only the author change a comment. */
function isBy(comment: unknown, account: string | null): boolean {
  return account === null
    ? textAt(comment, "user", "type") === "app_user"
    : textAt(comment, "user", "uuid") === account;
}
