import {
  addComment,
  changeComment,
  type FakeHost,
  type FakeRequest,
  type FakeReply,
  hasShape,
  me,
  pageOf,
  startFakeHost,
  token,
} from "./fake-host.ts";

const pageSize = 100;

/** https://docs.github.com/en/rest */
export const startGitHub = (env: Readonly<Record<string, string>> = {}) =>
  startFakeHost({
    env: (url) => ({
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_REPOSITORY: "octo/shop",
      GITHUB_TOKEN: token,
      ...env,
    }),
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
    },
    answer: github,
  });

function github({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const [, id] = /^(?:PATCH|DELETE) \/repos\/octo\/shop\/issues\/comments\/(\d+)$/.exec(route) ?? [];
  if (id !== undefined && route.startsWith("DELETE")) return changeComment(host, Number(id), null);
  if (id !== undefined && hasShape(body, { body: "string" }))
    return changeComment(host, Number(id), String(body["body"]));
  if (route === "POST /graphql" && hasShape(body, { query: "string" }))
    return { body: { data: { viewer: { login: me } } } };
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
  if (/^POST \/repos\/octo\/shop\/statuses\/[0-9a-f]{40}$/.test(route) && hasShape(body, shape)) {
    host.statuses.push(body);
    return { status: 201 };
  }
  return null;
}

/** https://docs.gitlab.com/api/notes/ */
export const startGitLab = () =>
  startFakeHost({
    env: (url) => ({
      GITLAB_CI: "true",
      CI_API_V4_URL: `${url}/api/v4`,
      CI_PROJECT_ID: "5",
      CI_MERGE_REQUEST_PROJECT_ID: "4",
      GITLAB_TOKEN: token,
    }),
    headers: { "private-token": token },
    answer: gitlab,
  });

function gitlab({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const notes = "/api/v4/projects/4/merge_requests/12/notes";
  const [, method, id] = /^(PUT|DELETE) .*\/notes\/(\d+)$/.exec(route) ?? [];
  if (id !== undefined && route.includes(notes)) {
    if (method === "DELETE") return changeComment(host, Number(id), null);
    if (hasShape(body, { body: "string" })) return changeComment(host, Number(id), String(body["body"]));
  }
  if (route === "GET /api/v4/user") return { body: { id: 9, username: me } };
  if (route === "GET /api/v4/projects/4/merge_requests/12") return { body: { iid: 12, sha: host.head } };
  if (route === `GET ${notes}` && query["per_page"] === "100" && query["sort"] === "asc") {
    const page = Number(query["page"]);
    const last = host.comments.length <= page * pageSize;
    return {
      headers: { "x-next-page": last ? "" : String(page + 1) },
      body: pageOf(host.comments, query["page"], pageSize).map((comment) => ({
        id: comment.id,
        body: comment.text,
        system: false,
        author: { id: comment.author === me ? 9 : 8 },
      })),
    };
  }
  if (route === `POST ${notes}` && hasShape(body, { body: "string" }))
    return { status: 201, body: addComment(host, String(body["body"])) };
  const shape = { state: "string", name: "string", description: "string", target_url: "string" };
  if (/^POST \/api\/v4\/projects\/5\/statuses\/[0-9a-f]{40}$/.test(route) && hasShape(body, shape)) {
    if (host.statuses.some(({ state, name }) => state === body["state"] && name === body["name"]))
      return { status: 400, body: { message: "Cannot transition status via :drop from :failed" } };
    host.statuses.push(body);
    return { status: 201 };
  }
  return null;
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
    answer: bitbucket,
  });

function bitbucket({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const comments = "/repositories/octo/shop/pullrequests/12/comments";
  const [, method, id] = /^(PUT|DELETE) .*\/comments\/(\d+)$/.exec(route) ?? [];
  const hasText = hasShape(body, { content: "object" }) && hasShape(body["content"], { raw: "string" });
  const text = hasText ? (body["content"] as { raw: string }).raw : "";
  if (id !== undefined && route.includes(comments)) {
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
  if (isStatus && hasShape(body, shape) && String(body["key"]).length <= 40) {
    host.statuses.push(body);
    return { status: 201 };
  }
  return null;
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
    headers: { authorization: `Bearer ${token}` },
    answer: azure,
  });

function azure({ route, query, body }: FakeRequest, host: FakeHost): FakeReply | null {
  const path = "/octo/The Shop/_apis/git/repositories/6f1d/pullRequests/12";
  if (!(query["api-version"] ?? "").startsWith("7.1")) return null;
  const [, method, id] = /^(PATCH|DELETE) .*\/threads\/(\d+)\/comments\/1$/.exec(route) ?? [];
  if (id !== undefined && route.includes(path)) {
    if (method === "DELETE") return changeComment(host, Number(id), null);
    if (hasShape(body, { content: "string" })) return changeComment(host, Number(id), String(body["content"]));
  }
  if (route === "GET /octo/_apis/connectionData") return { body: { authenticatedUser: { id: me } } };
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
  if (route === `POST ${path}/threads` && hasShape(body, { comments: "object", status: "number" })) {
    const [first] = body["comments"] as { content: string }[];
    const isComment = hasShape(first, { parentCommentId: "number", content: "string", commentType: "number" });
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
