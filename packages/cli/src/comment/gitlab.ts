import type { CliContext } from "#core/cli-context.ts";
import type { CodeHost, OwnComment } from "./code-host.ts";
import { createHostApi, HostError, listOf, textAt, valueAt } from "./host-api.ts";

// https://docs.gitlab.com/api/notes/, /api/merge_requests/, /api/commits/#set-commit-pipeline-status
interface GitLabAccess {
  /** Address of the API, such as `https://gitlab.com/api/v4`. */
  readonly api: string;
  /** Id of the merge request's project. */
  readonly project: string;
  /** Id of the project that the pipeline runs in. For a fork, it differs from `project`. */
  readonly pipelineProject: string;
  readonly token: string;
}

const maxPages = 100;
const explanation = "The token needs the scope `api` and the role Reporter or higher; for commit statuses, Developer.";

export function createGitLab(
  { api: base, project, pipelineProject, token }: GitLabAccess,
  mergeRequest: string,
  context: CliContext,
): CodeHost {
  const api = createHostApi({ name: "GitLab", base, token, headers: { "private-token": token }, explanation }, context);
  const path = `/projects/${encodeURIComponent(project)}/merge_requests/${mergeRequest}`;
  return {
    name: "GitLab",
    pullRequest: mergeRequest,
    format: { maxLength: 1_000_000, foldable: true },
    hiddenLine: (marker) => `<!-- ${marker} -->`,
    async readHead() {
      const { body } = await api.send("GET", path);
      return textAt(body, "sha");
    },
    async ownComments() {
      const { body: user } = await api.send("GET", "/user");
      const found: OwnComment[] = [];
      let page = "1";
      for (let count = 0; page !== "" && count < maxPages; count += 1) {
        const { body, header } = await api.send(
          "GET",
          `${path}/notes?per_page=100&page=${page}&sort=asc&order_by=created_at`,
        );
        for (const note of listOf(body))
          if (textAt(note, "author", "id") === textAt(user, "id") && valueAt(note, "system") !== true)
            found.push({ id: textAt(note, "id"), order: Number(textAt(note, "id")), text: textAt(note, "body") });
        page = header("x-next-page") ?? "";
      }
      return found;
    },
    async create(text) {
      await api.send("POST", `${path}/notes`, { body: text });
    },
    async update(id, text) {
      await api.send("PUT", `${path}/notes/${id}`, { body: text });
    },
    async remove(id) {
      await api.send("DELETE", `${path}/notes/${id}`);
    },
    async setStatus({ commit, passed, name, description, url }) {
      const status = { state: passed ? "success" : "failed", name, description, target_url: url };
      await api
        .send("POST", `/projects/${encodeURIComponent(pipelineProject)}/statuses/${commit}`, status)
        .catch((error: unknown) => {
          // GitLab rejects a status that the commit already has.
          if (error instanceof HostError && error.status === 400 && error.message.includes("Cannot transition status"))
            return;
          throw error;
        });
    },
  };
}
