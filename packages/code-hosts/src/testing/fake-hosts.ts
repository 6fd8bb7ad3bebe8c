import {
  addComment,
  changeComment,
  type FakeHost,
  type FakeRequest,
  type FakeReply,
  hasShape,
  head,
  me,
  pageOf,
  startFakeHost,
  token,
} from "./fake-host.ts";
import { createRequestChecker } from "./published-api.ts";

const published = (name: string) => createRequestChecker(new URL(`published/${name}.json`, import.meta.url));

const pageSize = 100;
/** Commits of the repository. Their hashes must be complete. */
const commits = ["a", "b", "c"].map((digit) => digit.repeat(40));

/** https://docs.github.com/en/rest */
export const startGitHub = (env: Readonly<Record<string, string>> = {}) =>
  startFakeHost({
    env: (url) => ({
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: "octo/shop",
      GITHUB_TOKEN: token,
      ...env,
    }),
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
    published: published("github"),
    answer: github,
  });

function github({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const [, id] = /^(?:PATCH|DELETE) \/repos\/octo\/shop\/issues\/comments\/(\d+)$/.exec(route) ?? [];
  if (id !== undefined && route.startsWith("DELETE")) return changeComment(host, Number(id), null);
  if (id !== undefined && hasShape(body, { body: "string" }))
    return changeComment(host, Number(id), String(body["body"]));
  if (route === "POST /graphql" && hasShape(body, { query: "string" }))
    return { body: { data: { viewer: { login: me } } } };
  if (route === "GET /user") return { body: { login: me } };
  if (route === "GET /repos/octo/shop")
    return {
      body: { full_name: "octo/shop", archived: false, has_issues: true, permissions: { pull: true, push: true } },
    };
  if (route === "GET /repos/octo/shop/pulls/12") return { body: { number: 12, head: { sha: host.head } } };
  if (route === "GET /repos/octo/shop/pulls" && query["state"] === "open" && query["head"] === "fork:cart")
    return {
      body: [
        { number: 11, head: { sha: host.head, repo: { id: 999 } } },
        { number: 12, head: { sha: host.head, repo: { id: 77 } } },
      ],
    };
  if (route === "GET /repos/octo/shop/issues/12/comments" && query["per_page"] === "100")
    return {
      body: pageOf(host.comments, query["page"], pageSize).map((comment) => ({
        id: comment.id,
        body: comment.text,
        author_association: host.writers.includes(comment.author) ? "COLLABORATOR" : "NONE",
        user: {
          login: comment.author === me ? `${me}[bot]` : comment.author,
          type: comment.author === me ? "Bot" : "User",
        },
      })),
    };
  if (route === "POST /repos/octo/shop/issues/12/comments" && hasShape(body, { body: "string" }))
    return String(body["body"]).length > 65_536
      ? { status: 422, body: { message: "Body is too long (maximum is 65536 characters)" } }
      : { status: 201, body: addComment(host, String(body["body"])) };
  const shape = { state: "string", context: "string", description: "string", target_url: "string" };
  const [, sha] = /^POST \/repos\/octo\/shop\/statuses\/(.+)$/.exec(route) ?? [];
  if (sha === undefined || !hasShape(body, shape)) return null;
  if (!commits.includes(sha)) return { status: 422, body: { message: `No commit found for SHA: ${sha}` } };
  const isValid =
    ["error", "failure", "pending", "success"].includes(String(body["state"])) &&
    String(body["description"]).length <= 140;
  if (!isValid) return { status: 422, body: { message: "Validation Failed" } };
  host.statuses.push({ ...body, sha });
  return { status: 201 };
}

/** https://docs.gitlab.com/api/notes/ */
export const startGitLab = () =>
  startFakeHost({
    env: (url) => ({
      GITLAB_CI: "true",
      CI_API_V4_URL: `${url}/api/v4`,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_PROJECT_ID: "4",
      CI_PIPELINE_ID: "900",
      CI_COMMIT_SHA: head,
      GITLAB_TOKEN: token,
    }),
    headers: { "private-token": token },
    published: published("gitlab"),
    answer: gitlab,
  });

/** Project 4 has the merge request 12, whose source is a branch of project 5, a fork. */
function gitlab({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const project = "/api/v4/projects/(?:4|octo%2Fshop)";
  const matches = (pattern: string) => new RegExp(`^${pattern}$`).exec(route);
  const [, method, id] = matches(`(PUT|DELETE) ${project}/merge_requests/12/notes/(\\d+)`) ?? [];
  if (method === "DELETE") return changeComment(host, Number(id), null);
  if (method === "PUT" && hasShape(body, { body: "string" }))
    return changeComment(host, Number(id), String(body["body"]));
  if (route === "GET /api/v4/user") return { body: { id: idOf(me), username: me, name: "Plumb" } };
  if (route === "GET /api/v4/personal_access_tokens/self") return { body: { id: 3, scopes: ["api"] } };
  if (matches(`GET ${project}`))
    return {
      body: {
        name_with_namespace: "octo / shop",
        permissions: { project_access: { access_level: 40 }, group_access: null },
      },
    };
  const [, member] = matches(`GET ${project}/members/all/(\\d+)`) ?? [];
  if (member !== undefined)
    return host.writers.some((name) => idOf(name) === Number(member))
      ? { body: { id: Number(member), access_level: 30 } }
      : { status: 404, body: { message: "404 Not found" } };
  if (matches(`GET ${project}/merge_requests/12`))
    return {
      body: {
        iid: 12,
        sha: host.head,
        source_branch: "cart",
        source_project_id: 5,
        head_pipeline: host.pipelines.find(({ sha }) => sha === host.head) ?? null,
      },
    };
  if (matches(`GET ${project}/merge_requests/12/notes`) && query["per_page"] === "100" && query["sort"] === "asc") {
    const page = Number(query["page"]);
    const last = host.comments.length <= page * pageSize;
    return {
      headers: { "x-next-page": last ? "" : String(page + 1) },
      body: pageOf(host.comments, query["page"], pageSize).map((comment) => ({
        id: comment.id,
        body: comment.text,
        system: false,
        author: { id: idOf(comment.author), username: comment.author },
      })),
    };
  }
  if (matches(`POST ${project}/merge_requests/12/notes`) && hasShape(body, { body: "string" }))
    return { status: 201, body: addComment(host, String(body["body"])) };
  const [, of, sha = ""] = matches("POST /api/v4/projects/([^/]+)/statuses/(\\w+)") ?? [];
  return of === undefined ? null : setGitLabStatus(host, { project: of, sha, body });
}

/** Accounts have numbers. */
function idOf(account: string): number {
  return account === me ? 9 : 10 + account.length;
}

const gitlabStatusFields = ["state", "ref", "name", "context", "target_url", "description", "coverage", "pipeline_id"];

const missing = (what: string) => ({ status: 404, body: { message: `404 ${what} Not Found` } });

/** @see https://docs.gitlab.com/api/commits/#set-commit-pipeline-status */
function setGitLabStatus(
  host: FakeHost,
  { project, sha, body }: { project: string; sha: string; body: FakeRequest["body"] },
): FakeReply {
  const { ref, pipeline_id: id, state, description, target_url: url } = body;
  const states = ["pending", "running", "success", "failed", "canceled", "skipped"];
  const isValid =
    Object.keys(body).every((name) => gitlabStatusFields.includes(name)) &&
    states.includes(String(state)) &&
    [ref, description, url].every((text) => text === undefined || (typeof text === "string" && text.length <= 255));
  if (!isValid) return { status: 400, body: { error: "state does not have a valid value" } };
  // The commits of a fork are only in its own project, and those of pipelines also in the project that runs them.
  const known = host.pipelines.filter((each) => project === String(each.project_id) && each.sha === sha);
  if (known.length === 0 && !(project === "5" && commits.includes(sha))) return missing("Commit");
  const pipeline = known.find((each) => (ref ?? each.ref) === each.ref && (id ?? each.id) === each.id);
  if (pipeline === undefined && id !== undefined) return missing("Pipeline for pipeline_id, sha and ref");
  if (pipeline === undefined && ref === undefined) return missing("References for commit");
  const set = host.statuses.find((each) => each["name"] === body["name"] && each["pipeline"] === pipeline?.id);
  if (set?.["state"] === state)
    return { status: 400, body: { message: "Cannot transition status via :drop from :failed" } };
  host.statuses.push({ ...body, project, sha, pipeline: pipeline?.id ?? null });
  return { status: 201 };
}

/** https://developer.atlassian.com/cloud/bitbucket/rest/ */
export const startBitbucket = () =>
  startFakeHost({
    env: (url) => ({
      BITBUCKET_BUILD_NUMBER: "3",
      BITBUCKET_WORKSPACE: "octo",
      BITBUCKET_REPO_SLUG: "shop",
      PLUMB_BITBUCKET_API: url,
      BITBUCKET_TOKEN: token,
    }),
    headers: { authorization: `Bearer ${token}` },
    published: published("bitbucket"),
    answer: bitbucket,
  });

function bitbucket({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const comments = "/repositories/octo/shop/pullrequests/12/comments";
  const [, method, id] = /^(PUT|DELETE) .*\/comments\/(\d+)$/.exec(route) ?? [];
  const hasText = hasShape(body, { content: "object" }) && hasShape(body["content"], { raw: "string" });
  const text = hasText ? (body["content"] as { raw: string }).raw : "";
  if (id !== undefined && route.includes(comments)) {
    if (isForeign(host, id)) return { status: 403, body: { error: { message: "You are not the author." } } };
    if (method === "DELETE") return changeComment(host, Number(id), null);
    if (hasText) return changeComment(host, Number(id), text);
  }
  // Tokens of repositories may not read accounts.
  if (route === "GET /user") return { status: 403, body: { type: "error", error: { message: "Access denied" } } };
  if (route === "GET /repositories/octo/shop/pullrequests/12")
    return { body: { id: 12, source: { commit: { hash: host.head.slice(0, 12) } } } };
  if (route === `GET ${comments}` && query["pagelen"] === "100") {
    const page = Number(query["page"]);
    return {
      body: {
        ...(host.comments.length > page * pageSize && { next: `${host.url}${comments}?page=${page + 1}` }),
        values: pageOf(host.comments, query["page"], pageSize).map((comment) => ({
          id: comment.id,
          deleted: false,
          content: { raw: comment.text },
          user: { type: comment.author === me ? "app_user" : "user", uuid: `{${comment.author}}` },
        })),
      },
    };
  }
  if (route === `POST ${comments}` && hasText) return { status: 201, body: addComment(host, text) };
  const shape = { key: "string", state: "string", name: "string", description: "string", url: "string" };
  const isStatus = /^POST \/repositories\/octo\/shop\/commit\/[0-9a-f]{40}\/statuses\/build$/.test(route);
  const states = ["SUCCESSFUL", "FAILED", "INPROGRESS", "STOPPED"];
  const isValid = hasShape(body, shape) && states.includes(String(body["state"])) && String(body["key"]).length <= 40;
  if (isStatus && isValid) {
    host.statuses.push(body);
    return { status: 201 };
  }
  return null;
}

function isForeign(host: FakeHost, id: string): boolean {
  return host.comments.some((comment) => comment.id === Number(id) && comment.author !== me);
}

/** https://learn.microsoft.com/en-us/rest/api/azure/devops/git/ */
export const startAzure = () =>
  startFakeHost({
    env: (url) => ({
      TF_BUILD: "True",
      SYSTEM_COLLECTIONURI: `${url}/octo/`,
      SYSTEM_TEAMPROJECT: "The Shop",
      BUILD_REPOSITORY_ID: "6f1d",
      BUILD_REPOSITORY_PROVIDER: "TfsGit",
      SYSTEM_ACCESSTOKEN: token,
    }),
    // Azure accepts a job token as the first, and a personal access token as the second.
    headers: { authorization: [`Bearer ${token}`, `Basic ${btoa(`:${token}`)}`] },
    published: published("azure-devops"),
    answer: azure,
  });

function azure({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const path = "/octo/The Shop/_apis/git/repositories/6f1d/pullRequests/12";
  if (!(query["api-version"] ?? "").startsWith("7.0")) return null;
  const [, method, id] = /^(PATCH|DELETE) .*\/threads\/(\d+)\/comments\/1$/.exec(route) ?? [];
  if (id !== undefined && route.includes(path)) {
    if (isForeign(host, id)) return { status: 403, body: { message: "TF401027: You need the permission." } };
    if (method === "DELETE") return changeComment(host, Number(id), null);
    if (hasShape(body, { content: "string" })) return changeComment(host, Number(id), String(body["content"]));
  }
  if (route === "GET /octo/_apis/connectionData")
    return { body: { authenticatedUser: { id: me, providerDisplayName: "Plumb" } } };
  if (route === "GET /octo/The Shop/_apis/git/repositories/6f1d") return { body: { id: "6f1d", name: "web" } };
  if (route === `GET ${path}`) return { body: { status: "active", lastMergeSourceCommit: { commitId: host.head } } };
  if (route === `GET ${path}/threads`)
    return {
      body: {
        value: host.comments.map((comment) => ({
          id: comment.id,
          isDeleted: false,
          comments: [{ id: 1, content: comment.text, author: { id: comment.author } }],
        })),
      },
    };
  if (route === `POST ${path}/threads` && hasShape(body, { comments: "object", status: "string" })) {
    const [first] = body["comments"] as { content: string }[];
    const isComment = hasShape(first, { parentCommentId: "number", content: "string", commentType: "string" });
    return isComment ? { body: addComment(host, first?.content ?? "") } : null;
  }
  const shape = { state: "string", description: "string", targetUrl: "string", context: "object" };
  if (
    route === `POST ${path}/statuses` &&
    hasShape(body, shape) &&
    hasShape(body["context"], { genre: "string", name: "string" })
  ) {
    host.statuses.push(body);
    return { body: {} };
  }
  return null;
}
