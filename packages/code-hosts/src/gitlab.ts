import { type CodeHost, htmlComment, type HostStatus } from "./code-host.ts";
import { allPages, type HostClient, listIn, statusOf, textAt, valueAt } from "./host-client.ts";

// https://docs.gitlab.com/api/notes/, /api/merge_requests/, /api/commits/#set-commit-pipeline-status

/** Access level of the role Developer. */
export const developer = 30;

/** Address of a status. GitLab finds the pipeline by all values that are not empty. */
interface Pipeline {
  readonly project: string;
  readonly id: string;
  readonly ref: string;
  readonly commit: string;
}

interface GitLabMergeRequest {
  /** Id or path of the merge request's project. */
  readonly project: string;
  readonly mergeRequest: string;
  /** Pipeline of the job that sets the status; `null` outside of GitLab CI. */
  readonly pipeline: Omit<Pipeline, "ref"> | null;
}

export function createGitLab(client: HostClient, { project, mergeRequest, pipeline }: GitLabMergeRequest): CodeHost {
  const { send } = client;
  const projectUrl = `${client.api}/projects/${encodeURIComponent(project)}`;
  const url = `${projectUrl}/merge_requests/${mergeRequest}`;
  let account: Promise<string> | null = null;
  const ownAccount = () => (account ??= readAccount(client));
  return {
    name: "GitLab",
    // Less than the limit of GitLab, which is 1,000,000: a longer comment is never useful.
    format: { maxLength: 200_000, foldable: true },
    hiddenLine: htmlComment,
    async open() {
      const { body } = await send({ method: "GET", url });
      return {
        head: textAt(body, "sha"),
        async setStatus(status, isHead) {
          const ofHead = isHead ? headPipeline(body) : null;
          const own = pipeline === null ? null : { ...pipeline, ref: "" };
          await setStatus(client, status, ofHead ?? own ?? withoutPipeline(body, status.commit, project));
        },
      };
    },
    account: ownAccount,
    async comments() {
      const own = await ownAccount();
      const list = `${url}/notes?sort=asc&order_by=created_at&per_page=100`;
      const notes = await allPages(async (page) => {
        const { body, header } = await send({ method: "GET", url: `${list}&page=${page}` });
        return { items: listIn(client, body), hasNext: (header("x-next-page") ?? "") !== "" };
      });
      return notes
        .filter((note) => valueAt(note, "system") !== true)
        .map((note) => {
          const author = textAt(note, "author", "id");
          return {
            id: textAt(note, "id"),
            order: Number(textAt(note, "id")),
            text: textAt(note, "body"),
            author,
            isOwn: author === own,
            canAuthorWrite: () => isDeveloper(client, projectUrl, author),
          };
        });
    },
    async create(text) {
      await send({ method: "POST", url: `${url}/notes`, body: { body: text } });
    },
    async update(id, text) {
      await send({ method: "PUT", url: `${url}/notes/${id}`, body: { body: text } });
    },
    async remove(id) {
      await send({ method: "DELETE", url: `${url}/notes/${id}` });
    },
  };
}

async function readAccount(client: HostClient): Promise<string> {
  const id = textAt((await client.send({ method: "GET", url: `${client.api}/user` })).body, "id");
  if (id === "") throw client.unreadable();
  return id;
}

async function isDeveloper({ send }: HostClient, projectUrl: string, account: string): Promise<boolean> {
  try {
    const { body } = await send({ method: "GET", url: `${projectUrl}/members/all/${account}` });
    return Number(textAt(body, "access_level")) >= developer;
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 403) return false;
    throw error;
  }
}

/** Returns the pipeline that the merge request shows. That of a fork may run in either project, and that of a merged result has another commit. */
function headPipeline(mergeRequest: unknown): Pipeline | null {
  const of = (name: string) => textAt(mergeRequest, "head_pipeline", name);
  return of("id") === "" ? null : { project: of("project_id"), id: of("id"), ref: of("ref"), commit: of("sha") };
}

/** GitLab creates a pipeline on the source branch. The project of the merge request may not have the commit of a fork. */
function withoutPipeline(mergeRequest: unknown, commit: string, project: string): Pipeline {
  const source = textAt(mergeRequest, "source_project_id") || project;
  return { project: source, id: "", ref: textAt(mergeRequest, "source_branch"), commit };
}

async function setStatus(
  { api, send }: HostClient,
  { state, name, description, url }: HostStatus,
  { project, id, ref, commit }: Pipeline,
): Promise<void> {
  const body = {
    state: { passed: "success", failed: "failed", pending: "running" }[state],
    name,
    description,
    target_url: url,
    ...(ref !== "" && { ref }),
    ...(id !== "" && { pipeline_id: Number(id) }),
  };
  try {
    await send({ method: "POST", url: `${api}/projects/${encodeURIComponent(project)}/statuses/${commit}`, body });
  } catch (error) {
    // GitLab rejects a status that the commit already has.
    const isSet = error instanceof Error && error.message.includes("Cannot transition status");
    if (!isSet || statusOf(error) !== 400) throw error;
  }
}
