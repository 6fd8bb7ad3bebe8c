import { type CodeHost, type HostComment, htmlComment } from "./code-host.ts";
import { type HostClient, listIn, textAt, valueAt } from "./host-client.ts";

// https://learn.microsoft.com/en-us/rest/api/azure/devops/git/pull-request-threads, /pull-request-statuses

/** Azure DevOps Server has this version since 2022. */
const version = "api-version=7.0";

/** Status of a thread that is closed, so that a policy on unresolved comments does not block the pull request. */
const closed = "closed";

interface AzurePullRequest {
  readonly project: string;
  /** Id or name of the repository. */
  readonly repository: string;
  readonly pullRequest: string;
}

/** @param client Its `api` is the address of the organization. */
export function createAzure(client: HostClient, { project, repository, pullRequest }: AzurePullRequest): CodeHost {
  const { api, send } = client;
  const url = `${api}/${encodeURIComponent(project)}/_apis/git/repositories/${encodeURIComponent(repository)}/pullRequests/${pullRequest}`;
  const urlOf = (id: string) => `${url}/threads/${id.replace("/", "/comments/")}?${version}`;
  return {
    name: "Azure DevOps",
    format: { maxLength: 150_000, foldable: true },
    hiddenLine: htmlComment,
    async open() {
      const { body } = await send({ method: "GET", url: `${url}?${version}` });
      return {
        head: textAt(body, "lastMergeSourceCommit", "commitId"),
        async setStatus({ state: gate, name, description, url: targetUrl }, isHead) {
          // The status belongs to the pull request, not to a commit.
          if (!isHead) return;
          const state = { passed: "succeeded", failed: "failed", pending: "pending" }[gate];
          const status = { state, description, targetUrl, context: { genre: "plumb", name } };
          await send({ method: "POST", url: `${url}/statuses?${version}`, body: status });
        },
      };
    },
    account: () => Promise.resolve(null),
    async comments() {
      const connection = await send({ method: "GET", url: `${api}/_apis/connectionData?api-version=7.0-preview.1` });
      const own = textAt(connection.body, "authenticatedUser", "id");
      if (own === "") throw client.unreadable();
      const { body } = await send({ method: "GET", url: `${url}/threads?${version}` });
      const found: HostComment[] = [];
      for (const thread of listIn(client, valueAt(body, "value"))) {
        const comments = valueAt(thread, "comments");
        const first: unknown = Array.isArray(comments) ? comments[0] : undefined;
        if (valueAt(thread, "isDeleted") === true || valueAt(first, "isDeleted") === true) continue;
        const author = textAt(first, "author", "id");
        const id = textAt(thread, "id");
        found.push({
          id: `${id}/${textAt(first, "id")}`,
          order: Number(id),
          text: textAt(first, "content"),
          author,
          isOwn: author === own,
          canAuthorWrite: () => Promise.resolve(false),
        });
      }
      return found;
    },
    async create(text) {
      const comments = [{ parentCommentId: 0, content: text, commentType: "text" }];
      await send({ method: "POST", url: `${url}/threads?${version}`, body: { comments, status: closed } });
    },
    async update(id, text) {
      await send({ method: "PATCH", url: urlOf(id), body: { content: text } });
    },
    async remove(id) {
      await send({ method: "DELETE", url: urlOf(id) });
    },
  };
}
