import { z } from "zod";
import {
  type Fake,
  type FakeReply,
  FakeRefusal,
  type FakeRequest,
  type FakeRoute,
  pageOf,
  readBody,
  route,
} from "./fake-http.ts";
import { answerQuery } from "./github-graphql.ts";
import { commentOnPull, commentsOfPull, pullRoutes } from "./github-pulls.ts";
import { type FakeIssue, type FakeRepository, type GithubState, invalid } from "./github-state.ts";

const NewIssue = z.strictObject({
  title: z.string().min(1),
  body: z.string().optional(),
  labels: z.array(z.string()).optional(),
});
const ChangedIssue = z.strictObject({
  state: z.enum(["open", "closed"]),
  state_reason: z.enum(["completed", "not_planned", "duplicate", "reopened"]).nullish(),
});
const notFound = {
  status: 404,
  body: { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" },
} as const;

/** Returns a fake of the GitHub API: the endpoints of issues, of comments on pull requests and of commit statuses, and the GraphQL query for several issues. */
export function createGithubFake(token: string, now: () => Date = () => new Date()): Fake<GithubState> {
  const state: GithubState = { repositories: new Map(), renamed: new Map(), token };
  const routes = restRoutes(state, now);
  return {
    state,
    respond(request) {
      const { headers } = request;
      if (headers["user-agent"] === undefined)
        return {
          status: 403,
          body: "Request forbidden by administrative rules. Please make sure your request has a User-Agent header",
        };
      if (headers.authorization !== `Bearer ${token}`)
        return {
          status: 401,
          body: { message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" },
        };
      if (request.url === "/graphql") return answerQuery(state, request);
      if (headers.accept !== "application/vnd.github+json" || headers["x-github-api-version"] !== "2022-11-28")
        return { status: 415, body: { message: "Unsupported media type or API version" } };
      const response = route(routes, request, notFound);
      return { ...response, headers: { date: now().toUTCString(), ...response.headers } };
    },
  };
}

function restRoutes(state: GithubState, now: () => Date): readonly FakeRoute[] {
  const repositoryPath = String.raw`^/repos/([\w.-]+/[\w.-]+)`;
  const issuePath = String.raw`${repositoryPath}/issues/(\d+)`;
  return [
    { method: "GET", path: /^\/user$/, handle: () => ({ body: { login: "octo", id: 1, type: "User" } }) },
    {
      method: "GET",
      path: new RegExp(`${repositoryPath}$`),
      handle: (request) => {
        const { name, repository } = repositoryOf(state, request);
        const { hasIssues, permissions = { pull: true, push: true } } = repository;
        const headers: Record<string, string> = state.scopes === undefined ? {} : { "x-oauth-scopes": state.scopes };
        return { headers, body: { id: 7, full_name: name, has_issues: hasIssues, archived: false, permissions } };
      },
    },
    {
      method: "GET",
      path: new RegExp(`${repositoryPath}/labels$`),
      query: ["per_page", "page"],
      handle: (request) => {
        const { labels } = repositoryOf(state, request).repository;
        return { body: pageOf(labels, request.query).map((name, id) => ({ id, name })) };
      },
    },
    {
      method: "GET",
      path: new RegExp(`${repositoryPath}/issues$`),
      query: ["state", "sort", "direction", "per_page", "page"],
      handle: (request) => listIssues(state, request),
    },
    {
      method: "POST",
      path: new RegExp(`${repositoryPath}/issues$`),
      handle: (request) => createIssue(state, request, now()),
    },
    {
      method: "GET",
      path: new RegExp(`${issuePath}$`),
      handle: (request) => ({ body: presentIssue(request, issueOf(state, request)) }),
    },
    { method: "PATCH", path: new RegExp(`${issuePath}$`), handle: (request) => changeIssue(state, request) },
    {
      method: "GET",
      path: new RegExp(`${issuePath}/comments$`),
      query: ["per_page", "page"],
      handle: (request) =>
        commentsOfPull(repositoryOf(state, request).repository, request) ?? {
          body: pageOf(issueOf(state, request).comments, request.query).map((body, id) => ({ id, body })),
        },
    },
    { method: "POST", path: new RegExp(`${issuePath}/comments$`), handle: (request) => commentOnIssue(state, request) },
    {
      method: "GET",
      path: /^\/search\/issues$/,
      query: ["q", "per_page"],
      handle: (request) => searchIssues(state, request),
    },
    ...pullRoutes(repositoryPath, (request) => repositoryOf(state, request)),
  ];
}

function repositoryOf(
  state: GithubState,
  { headers, path, params, url }: FakeRequest,
): { name: string; repository: FakeRepository } {
  const requested = params[0] ?? "";
  const newName = state.renamed.get(requested);
  if (newName !== undefined) {
    const location = `http://${headers.host}${url.replace(requested, newName)}`;
    throw new FakeRefusal({
      status: path.includes("/issues") ? 307 : 301,
      headers: { location },
      body: { message: "Moved Permanently", url: location },
    });
  }
  for (const [name, repository] of state.repositories)
    if (name.toLowerCase() === requested.toLowerCase()) return { name, repository };
  throw new FakeRefusal(notFound);
}

function issueOf(state: GithubState, request: FakeRequest): FakeIssue & { readonly repository: string } {
  const { name, repository } = repositoryOf(state, request);
  const number = Number(request.params[1]);
  const issue = repository.issues.find((one) => one.number === number);
  if (issue === undefined) throw new FakeRefusal(notFound);
  return Object.assign(issue, { repository: name });
}

function presentIssue({ headers }: FakeRequest, issue: FakeIssue & { readonly repository: string }): object {
  const { number, title, body, state, stateReason, labels, assignee, repository, createdAt, isPullRequest, locked } =
    issue;
  return {
    id: 1000 + number,
    number,
    title,
    body,
    state,
    state_reason: stateReason,
    labels: labels.map((name, id) => ({ id, name })),
    assignee: assignee === null ? null : user(assignee),
    assignees: assignee === null ? [] : [user(assignee)],
    locked,
    html_url: `http://${headers.host}/${repository}/issues/${number}`,
    repository_url: `http://${headers.host}/repos/${repository}`,
    created_at: createdAt,
    comments: issue.comments.length,
    ...(isPullRequest && { pull_request: { url: `https://api.github.com/repos/${repository}/pulls/${number}` } }),
  };
}

function user(login: string): object {
  return { login, id: 1, type: "User" };
}

function createIssue(state: GithubState, request: FakeRequest, now: Date): FakeReply {
  const { name, repository } = repositoryOf(state, request);
  const { title, body = null, labels = [] } = readBody(request, NewIssue, invalid);
  if (!repository.hasIssues) return { status: 410, body: { message: "Issues has been disabled in this repository." } };
  if (title.length > 256) return invalid("title is too long (maximum is 256 characters)");
  if (body !== null && body.length > 65_536) return invalid("body is too long (maximum is 65536 characters)");
  const issue: FakeIssue = {
    number: repository.issues.length + 1,
    title,
    body,
    state: "open",
    stateReason: null,
    labels,
    assignee: null,
    comments: [],
    isPullRequest: false,
    locked: false,
    createdAt: now.toISOString(),
  };
  repository.issues.push(issue);
  return { status: 201, body: presentIssue(request, { ...issue, repository: name }) };
}

function listIssues(state: GithubState, request: FakeRequest): FakeReply {
  const { name, repository } = repositoryOf(state, request);
  const { query } = request;
  if (query.get("state") !== "all" || query.get("sort") !== "created" || query.get("direction") !== "desc")
    return invalid("Unknown order");
  const issues = pageOf(repository.issues.toReversed(), query);
  return { body: issues.map((issue) => presentIssue(request, { ...issue, repository: name })) };
}

function changeIssue(state: GithubState, request: FakeRequest): FakeReply {
  const issue = issueOf(state, request);
  const change = readBody(request, ChangedIssue, invalid);
  issue.state = change.state;
  issue.stateReason = change.state_reason === "duplicate" ? "not_planned" : (change.state_reason ?? null);
  return { body: presentIssue(request, issue) };
}

function commentOnIssue(state: GithubState, request: FakeRequest): FakeReply {
  const response = commentOnPull(repositoryOf(state, request).repository, request);
  if (response !== null) return response;
  const issue = issueOf(state, request);
  const { body } = readBody(request, z.strictObject({ body: z.string().min(1) }), invalid);
  if (issue.locked)
    return { status: 403, body: { message: "Unable to create comment because issue is locked.", status: "403" } };
  if (body.length > 65_536) return invalid("body is too long (maximum is 65536 characters)");
  issue.comments.push(body);
  return { status: 201, body: { id: issue.comments.length, body, html_url: "https://github.com/comment" } };
}

function searchIssues(state: GithubState, request: FakeRequest): FakeReply {
  const words = (request.query.get("q") ?? "").split(" ");
  const name = words.find((word) => word.startsWith("repo:"))?.slice("repo:".length) ?? "";
  if (!words.includes("is:issue") || !words.includes("in:title")) return invalid("The search has no qualifiers");
  const repository = state.repositories.get(name);
  if (repository === undefined)
    return {
      status: 422,
      body: {
        message: "Validation Failed",
        errors: [{ message: "The listed users and repositories cannot be searched" }],
      },
    };
  const plain = words.filter((word) => !word.includes(":"));
  const items = repository.issues.filter(
    (issue) => !issue.isPullRequest && plain.every((word) => issue.title.toLowerCase().includes(word)),
  );
  return {
    body: {
      total_count: items.length,
      incomplete_results: false,
      items: items.map((issue) => presentIssue(request, { ...issue, repository: name })),
    },
  };
}
