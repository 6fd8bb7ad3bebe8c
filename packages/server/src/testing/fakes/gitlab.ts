import { z } from "zod";
import {
  type Fake,
  type FakeReply,
  FakeRefusal,
  type FakeRequest,
  type FakeRoute,
  pageOf,
  readBody,
  readUpload,
  route,
} from "./fake-http.ts";

interface FakeIssue {
  readonly iid: number;
  title: string;
  description: string | null;
  state: "opened" | "closed";
  labels: readonly string[];
  assignee: string | null;
  readonly notes: string[];
  readonly createdAt: string;
  movedToId: number | null;
}

interface FakeProject {
  readonly id: number;
  path: string;
  readonly name: string;
  issuesEnabled: boolean;
  readonly labels: string[];
  readonly issues: FakeIssue[];
}

export interface GitlabState {
  /** Scopes of the token. */
  scopes: readonly string[];
  /** Access level of the account in all projects; `null` if it is only a member of an invited group. */
  accessLevel: number | null;
  readonly projects: FakeProject[];
}

const notFound = (what: string): FakeReply => ({ status: 404, body: { message: `404 ${what} Not Found` } });
const invalid = (reason: string): FakeReply => ({ status: 400, body: { error: reason } });

const NewIssue = z.strictObject({
  title: z.string(),
  description: z.string().optional(),
  labels: z.string().optional(),
});
const ChangedIssue = z.strictObject({ state_event: z.enum(["close", "reopen"]) });

/** Returns a fake of GitLab's endpoints for issues, notes and labels. */
export function createGitlabFake(token: string, now: () => Date = () => new Date()): Fake<GitlabState> {
  const state: GitlabState = { projects: [], scopes: ["api"], accessLevel: 40 };
  const routes = allRoutes(state, now);
  return {
    state,
    respond(request) {
      if (request.headers["private-token"] !== token) return { status: 401, body: { message: "401 Unauthorized" } };
      const response = route(routes, request, { status: 404, body: { error: "404 Not Found" } });
      return { ...response, headers: { date: now().toUTCString(), ...response.headers } };
    },
  };
}

function allRoutes(state: GitlabState, now: () => Date): readonly FakeRoute[] {
  const one = "^/api/v4/projects/([^/]+)";
  const listed = ["scope", "state", "order_by", "sort", "per_page", "page", "iids[]", "search", "in"];
  return [
    { method: "GET", path: /^\/api\/v4\/user$/, handle: () => ({ body: { id: 1, username: "ada", name: "Ada" } }) },
    {
      method: "GET",
      path: /^\/api\/v4\/personal_access_tokens\/self$/,
      handle: () => ({ body: { id: 3, active: true, scopes: state.scopes } }),
    },
    {
      method: "GET",
      path: new RegExp(`${one}$`),
      handle: (request) => {
        const { id, path, name, issuesEnabled } = projectOf(state, request);
        const level = issuesEnabled ? "enabled" : "disabled";
        const access = state.accessLevel === null ? null : { access_level: state.accessLevel, notification_level: 3 };
        const permissions = { project_access: access, group_access: null };
        return {
          body: { id, path_with_namespace: path, name_with_namespace: name, issues_access_level: level, permissions },
        };
      },
    },
    {
      method: "GET",
      path: new RegExp(`${one}/labels$`),
      query: ["per_page", "page"],
      handle: (request) => {
        const labels = pageOf(projectOf(state, request).labels, request.query);
        return { body: labels.map((name, id) => ({ id, name, color: "#fff" })) };
      },
    },
    { method: "GET", path: new RegExp(`${one}/issues$`), query: listed, handle: (request) => list(state, request) },
    { method: "POST", path: new RegExp(`${one}/issues$`), handle: (request) => create(state, request, now()) },
    {
      method: "GET",
      path: new RegExp(String.raw`${one}/issues/(\d+)$`),
      handle: (request) => ({ body: present(request, projectOf(state, request), issueOf(state, request)) }),
    },
    {
      method: "POST",
      path: new RegExp(`${one}/uploads$`),
      handle: (request) => {
        const { id } = projectOf(state, request);
        const name = readUpload(request, "file", invalid);
        const url = `/uploads/66dbcd21ec5d24ed6ea225176098d52b/${name}`;
        return {
          status: 201,
          body: { id: 5, alt: name, url, full_path: `/-/project/${id}${url}`, markdown: `![${name}](${url})` },
        };
      },
    },
    {
      method: "PUT",
      path: new RegExp(String.raw`${one}/issues/(\d+)$`),
      handle: (request) => {
        const issue = issueOf(state, request);
        issue.state = readBody(request, ChangedIssue, invalid).state_event === "close" ? "closed" : "opened";
        return { body: present(request, projectOf(state, request), issue) };
      },
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${one}/issues/(\d+)/notes$`),
      query: ["order_by", "sort", "per_page"],
      handle: (request) => {
        const { query } = request;
        if (query.get("order_by") !== "created_at" || query.get("sort") !== "desc") return invalid("Unknown order");
        const notes = pageOf(issueOf(state, request).notes.toReversed(), query);
        return { body: notes.map((body, id) => ({ id, body, system: false })) };
      },
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${one}/issues/(\d+)/notes$`),
      handle: (request) => {
        const { body } = readBody(request, z.strictObject({ body: z.string().min(1) }), invalid);
        const { notes } = issueOf(state, request);
        notes.push(body);
        return { status: 201, body: { id: notes.length, body, system: false } };
      },
    },
  ];
}

function projectOf(state: GitlabState, { params }: FakeRequest): FakeProject {
  const found = state.projects.find(({ id, path }) => String(id) === params[0] || path === params[0]);
  if (found === undefined) throw new FakeRefusal(notFound("Project"));
  return found;
}

function issueOf(state: GitlabState, request: FakeRequest): FakeIssue {
  const found = projectOf(state, request).issues.find(({ iid }) => String(iid) === request.params[1]);
  if (found === undefined) throw new FakeRefusal(notFound("Issue"));
  return found;
}

function present({ headers }: FakeRequest, project: FakeProject, issue: FakeIssue): object {
  const { iid, title, description, state, labels, assignee, createdAt, movedToId } = issue;
  const user = assignee === null ? null : { id: 2, username: assignee, name: assignee, state: "active" };
  return {
    id: project.id * 1000 + iid,
    iid,
    project_id: project.id,
    title,
    description,
    state,
    labels,
    created_at: createdAt,
    assignees: user === null ? [] : [user],
    moved_to_id: movedToId,
    web_url: `http://${headers.host}/${project.path}/-/issues/${iid}`,
    references: { short: `#${iid}`, relative: `#${iid}`, full: `${project.path}#${iid}` },
  };
}

function create(state: GitlabState, request: FakeRequest, now: Date): FakeReply {
  const project = projectOf(state, request);
  const { title, description = null, labels = "" } = readBody(request, NewIssue, invalid);
  if (!project.issuesEnabled) return { status: 403, body: { message: "403 Forbidden" } };
  if (title === "") return { status: 400, body: { message: { title: ["can't be blank"] } } };
  if (title.length > 255)
    return { status: 400, body: { message: { title: ["is too long (maximum is 255 characters)"] } } };
  const issue: FakeIssue = {
    iid: project.issues.length + 1,
    title,
    description,
    state: "opened",
    labels: labels.split(",").filter((label) => label !== ""),
    assignee: null,
    notes: [],
    createdAt: now.toISOString(),
    movedToId: null,
  };
  project.issues.push(issue);
  return { status: 201, body: present(request, project, issue) };
}

function list(state: GitlabState, request: FakeRequest): FakeReply {
  const project = projectOf(state, request);
  const { query } = request;
  const numbers = query.getAll("iids[]");
  const words = (query.get("search") ?? "").toLowerCase().split(" ");
  if (query.has("search") && query.get("in") !== "title") return invalid("search is not limited to titles");
  const found = project.issues.filter(
    ({ iid, title }) =>
      (numbers.length === 0 || numbers.includes(String(iid))) &&
      words.every((word) => title.toLowerCase().includes(word)),
  );
  return { body: pageOf(found.toReversed(), query).map((issue) => present(request, project, issue)) };
}
