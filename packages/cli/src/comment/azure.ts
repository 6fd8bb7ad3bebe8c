import type { CliContext } from "#core/cli-context.ts";
import type { CodeHost, OwnComment } from "./code-host.ts";
import { createHostApi, listOf, textAt, valueAt } from "./host-api.ts";

// https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-request-threads, /pull-request-statuses
interface AzureAccess {
  /** Address of the organization, with a trailing slash. */
  readonly collection: string;
  readonly project: string;
  readonly repositoryId: string;
  readonly token: string;
}

const version = "api-version=7.1";
const explanation =
  "Map the token into the step (`env: { SYSTEM_ACCESSTOKEN: $(System.AccessToken) }`), and allow the build service to contribute to pull requests.";

/** Status of a thread that is closed, so that a policy on unresolved comments does not block the pull request. */
const closed = 4;

export function createAzure(
  { collection, project, repositoryId, token }: AzureAccess,
  pullRequest: string,
  context: CliContext,
): CodeHost {
  const base = collection.replace(/\/$/, "");
  const api = createHostApi(
    { name: "Azure DevOps", base, token, headers: { authorization: `Bearer ${token}` }, explanation },
    context,
  );
  const path = `/${encodeURIComponent(project)}/_apis/git/repositories/${encodeURIComponent(repositoryId)}/pullRequests/${pullRequest}`;
  const pathOf = (id: string) => `${path}/threads/${id.replace("/", "/comments/")}?${version}`;
  return {
    name: "Azure DevOps",
    pullRequest,
    format: { maxLength: 150_000, foldable: true },
    hiddenLine: (marker) => `<!-- ${marker} -->`,
    async readHead() {
      const { body } = await api.send("GET", `${path}?${version}`);
      return textAt(body, "lastMergeSourceCommit", "commitId");
    },
    async ownComments() {
      const { body: connection } = await api.send("GET", `/_apis/connectionData?api-version=7.1-preview.1`);
      const account = textAt(connection, "authenticatedUser", "id");
      const { body } = await api.send("GET", `${path}/threads?${version}`);
      const found: OwnComment[] = [];
      for (const thread of listOf(valueAt(body, "value"))) {
        const [first] = listOf(valueAt(thread, "comments"));
        if (valueAt(thread, "isDeleted") === true || valueAt(first, "isDeleted") === true) continue;
        if (account === "" || textAt(first, "author", "id") !== account) continue;
        const id = textAt(thread, "id");
        found.push({ id: `${id}/${textAt(first, "id")}`, order: Number(id), text: textAt(first, "content") });
      }
      return found;
    },
    async create(text) {
      const comments = [{ parentCommentId: 0, content: text, commentType: 1 }];
      await api.send("POST", `${path}/threads?${version}`, { comments, status: closed });
    },
    async update(id, text) {
      await api.send("PATCH", pathOf(id), { content: text });
    },
    async remove(id) {
      await api.send("DELETE", pathOf(id));
    },
    async setStatus({ passed, name, description, url }) {
      const state = passed ? "succeeded" : "failed";
      const context_ = { genre: "plumb", name };
      await api.send("POST", `${path}/statuses?${version}`, { state, description, targetUrl: url, context: context_ });
    },
  };
}
