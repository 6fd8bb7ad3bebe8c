import { z } from "zod";
import { AdfDocument } from "./adf.ts";
import {
  type Fake,
  type FakeAnswer,
  FakeRefusal,
  type FakeRequest,
  type FakeRoute,
  readBody,
  route,
} from "./fake-http.ts";

interface FakeStatus {
  readonly name: string;
  readonly category: "new" | "indeterminate" | "done";
}

export interface FakeTransition {
  readonly id: string;
  readonly name: string;
  readonly to: FakeStatus;
  /** As in the response of Jira. */
  readonly fields: Readonly<Record<string, object>>;
}

interface FakeIssue {
  readonly id: string;
  readonly key: string;
  summary: string;
  /** A text or a document. */
  readonly description: unknown;
  readonly otherFields: Readonly<Record<string, unknown>>;
  status: FakeStatus;
  assignee: string | null;
  readonly comments: unknown[];
}

export interface JiraState {
  readonly projects: Map<
    string,
    { readonly name: string; readonly types: readonly { id: string; name: string; subtask: boolean }[] }
  >;
  /** Fields of new issues, as in the response of Jira, besides those that every project has. */
  readonly fields: { fieldId: string; name: string; required: boolean; schema: object; [name: string]: unknown }[];
  readonly issues: FakeIssue[];
  /** Transitions from every status. */
  transitions: FakeTransition[];
  /** Size of the pages of lists, which may be smaller than requested. */
  maxPage: number;
}

interface Options {
  readonly isCloud: boolean;
  /** Expected `Authorization` header. */
  readonly authorization: string;
}

const toDo: FakeStatus = { name: "To Do", category: "new" };
const inProgress: FakeStatus = { name: "In Progress", category: "indeterminate" };
const done: FakeStatus = { name: "Done", category: "done" };

const refusal = (status: number, errorMessages: readonly string[], errors: object = {}): FakeAnswer => ({
  status,
  body: { errorMessages, errors },
});
const invalid = (reason: string): FakeAnswer => refusal(400, [reason]);
const noIssue = refusal(404, ["Issue does not exist or you do not have permission to see it."]);

/** Returns a fake of Jira Cloud (REST version 3) or Jira Data Center (version 2). */
export function createJiraFake({ isCloud, authorization }: Options): Fake<JiraState> {
  const types = [
    { id: "10001", name: "Bug", subtask: false },
    { id: "10002", name: "Task", subtask: false },
    { id: "10003", name: "Sub-task", subtask: true },
  ];
  const state: JiraState = {
    projects: new Map([["SHOP", { name: "Shop", types }]]),
    fields: [],
    issues: [],
    transitions: [
      { id: "11", name: "To Do", to: toDo, fields: {} },
      { id: "21", name: "Start", to: inProgress, fields: {} },
      { id: "31", name: "Finish", to: done, fields: {} },
    ],
    maxPage: 50,
  };
  const routes = [...commonRoutes(state, isCloud), ...(isCloud ? cloudRoutes(state) : dataCenterRoutes(state))];
  return {
    state,
    answer(request) {
      if (request.headers.authorization !== authorization)
        return {
          status: 401,
          headers: { "x-seraph-loginreason": "AUTHENTICATED_FAILED" },
          body: "Client must be authenticated",
        };
      return route(routes, request, { status: 404, body: "<html>Not found</html>" });
    },
  };
}

function commonRoutes(state: JiraState, isCloud: boolean): readonly FakeRoute[] {
  const base = `^/rest/api/${isCloud ? 3 : 2}`;
  const Text = isCloud ? AdfDocument : z.string();
  const paged = ["startAt", "maxResults"];
  const meta = String.raw`${base}/issue/createmeta/(\w+)/issuetypes`;
  return [
    {
      method: "GET",
      path: new RegExp(`${base}/myself$`),
      handle: () => ({ body: { displayName: "Ada", active: true } }),
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/project/(\w+)$`),
      handle: (request) => ({ body: { id: "1", key: request.params[0], name: projectOf(state, request).name } }),
    },
    {
      method: "GET",
      path: new RegExp(`${meta}$`),
      query: paged,
      handle: (request) => page(state, request, projectOf(state, request).types, isCloud ? "issueTypes" : "values"),
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${meta}/(\d+)$`),
      query: paged,
      handle: (request) => {
        projectOf(state, request);
        return page(state, request, allFields(state), isCloud ? "fields" : "values");
      },
    },
    { method: "POST", path: new RegExp(`${base}/issue$`), handle: (request) => create(state, request, Text) },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)$`),
      query: ["fields"],
      handle: (request) => ({ body: present(issueOf(state, request), (request.query.get("fields") ?? "").split(",")) }),
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/comment$`),
      handle: (request) => {
        const { comments } = issueOf(state, request);
        const { body } = readBody(request, z.strictObject({ body: Text }), invalid);
        if (lengthOf(body) > 32_767)
          return refusal(400, [], {
            comment: "The entered text is too long. It exceeds the allowed limit of 32,767 characters.",
          });
        comments.push(body);
        return { status: 201, body: { id: String(comments.length), body } };
      },
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/transitions$`),
      query: ["expand"],
      handle: (request) => {
        issueOf(state, request);
        const withFields = request.query.get("expand") === "transitions.fields";
        return {
          body: {
            transitions: state.transitions.map(({ id, name, to, fields }) => ({
              id,
              name,
              to: statusOf(to),
              isAvailable: true,
              ...(withFields && { fields }),
            })),
          },
        };
      },
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/transitions$`),
      handle: (request) => transition(state, request),
    },
  ];
}

function cloudRoutes(state: JiraState): readonly FakeRoute[] {
  const Search = z.strictObject({
    jql: z.string(),
    fields: z.array(z.string()),
    maxResults: z.number().max(5000),
    nextPageToken: z.string().optional(),
  });
  return [
    {
      method: "POST",
      path: /^\/rest\/api\/3\/search\/jql$/,
      handle: (request) => {
        const { jql, fields, maxResults, nextPageToken } = readBody(request, Search, invalid);
        const found = matching(state, jql);
        const from = Number(nextPageToken ?? 0);
        const to = from + Math.min(maxResults, state.maxPage);
        const isLast = to >= found.length;
        return {
          body: {
            issues: found.slice(from, to).map((issue) => present(issue, fields)),
            isLast,
            ...(!isLast && { nextPageToken: String(to) }),
          },
        };
      },
    },
    {
      method: "POST",
      path: /^\/rest\/api\/3\/issue\/bulkfetch$/,
      handle: (request) => {
        const shape = z.strictObject({
          issueIdsOrKeys: z.array(z.string()).min(1).max(100),
          fields: z.array(z.string()),
        });
        const { issueIdsOrKeys, fields } = readBody(request, shape, invalid);
        const found = state.issues.filter(({ id, key }) => issueIdsOrKeys.includes(id) || issueIdsOrKeys.includes(key));
        const missing = issueIdsOrKeys.filter(
          (wanted) => !found.some(({ id, key }) => id === wanted || key === wanted),
        );
        return {
          body: {
            issues: found.map((issue) => present(issue, fields)),
            issueErrors: missing.map((id) => ({ id, errorMessage: "Issue does not exist." })),
          },
        };
      },
    },
    {
      method: "POST",
      path: /^\/rest\/api\/[23]\/search$/,
      handle: () =>
        refusal(410, ["The requested API has been removed. Please migrate to the /rest/api/3/search/jql API."]),
    },
  ];
}

function dataCenterRoutes(state: JiraState): readonly FakeRoute[] {
  const Search = z.strictObject({
    jql: z.string(),
    fields: z.array(z.string()),
    maxResults: z.number(),
    startAt: z.number().optional(),
    validateQuery: z.boolean().optional(),
  });
  return [
    {
      method: "POST",
      path: /^\/rest\/api\/2\/search$/,
      handle: (request) => {
        const { jql, fields, maxResults, startAt = 0, validateQuery = true } = readBody(request, Search, invalid);
        const ids = /^id in \(([\d,]+)\)$/.exec(jql)?.[1]?.split(",");
        const unknown = ids?.find((id) => !state.issues.some((issue) => issue.id === id));
        if (unknown !== undefined && validateQuery)
          return invalid(`A value with ID '${unknown}' does not exist for the field 'id'.`);
        const found = ids === undefined ? matching(state, jql) : state.issues.filter(({ id }) => ids.includes(id));
        const issues = found.slice(startAt, startAt + maxResults).map((issue) => present(issue, fields));
        return { body: { startAt, maxResults, total: found.length, issues } };
      },
    },
  ];
}

/** Understands the two queries of Plumb, and no other. */
function matching(state: JiraState, jql: string): readonly FakeIssue[] {
  const [, project, rest] = /^project = "([A-Z]+)" AND (.*)$/.exec(jql) ?? [];
  const own = state.issues.filter(({ key }) => key.startsWith(`${project}-`)).toReversed();
  if (rest === "creator = currentUser() AND created >= -4d ORDER BY created DESC") return own;
  const words = /^summary ~ "([^"]+)\*" ORDER BY updated DESC$/.exec(rest ?? "")?.[1];
  if (words === undefined || /[+\-&|!(){}[\]^~*?\\:]/.test(words))
    throw new FakeRefusal(invalid(`Error in the JQL Query: ${jql}`));
  return own.filter(({ summary }) => words.split(" ").every((word) => summary.toLowerCase().includes(word)));
}

function projectOf(state: JiraState, { params }: FakeRequest) {
  const project = state.projects.get(params[0] ?? "");
  if (project === undefined)
    throw new FakeRefusal(refusal(404, [`No project could be found with key '${params[0]}'.`]));
  return project;
}

function issueOf(state: JiraState, { params }: FakeRequest): FakeIssue {
  const issue = state.issues.find(({ id, key }) => id === params[0] || key === params[0]);
  if (issue === undefined) throw new FakeRefusal(noIssue);
  return issue;
}

function systemField(fieldId: string, name: string, type: string): object {
  const schema = { type, system: fieldId };
  return { fieldId, key: fieldId, name, required: true, hasDefaultValue: false, schema, operations: ["set"] };
}

function allFields({ fields }: JiraState): readonly object[] {
  return [
    systemField("summary", "Summary", "string"),
    systemField("project", "Project", "project"),
    systemField("issuetype", "Issue Type", "issuetype"),
    { ...systemField("reporter", "Reporter", "user"), hasDefaultValue: true },
    ...fields.map((field) => ({ key: field.fieldId, operations: ["set"], hasDefaultValue: false, ...field })),
  ];
}

function page(state: JiraState, { query }: FakeRequest, items: readonly object[], name: string): FakeAnswer {
  const startAt = Number(query.get("startAt") ?? 0);
  const maxResults = Math.min(Number(query.get("maxResults") ?? 50), state.maxPage);
  return { body: { startAt, maxResults, total: items.length, [name]: items.slice(startAt, startAt + maxResults) } };
}

function create(state: JiraState, request: FakeRequest, Text: z.ZodType): FakeAnswer {
  const Fields = z.looseObject({
    project: z.strictObject({ key: z.string() }),
    issuetype: z.union([z.strictObject({ name: z.string() }), z.strictObject({ id: z.string() })]),
    summary: z.string(),
    description: Text,
  });
  const { fields } = readBody(request, z.strictObject({ fields: Fields }), invalid);
  const { project, issuetype, summary, description, ...otherFields } = fields;
  const found = state.projects.get(project.key);
  if (found === undefined) return refusal(400, [], { project: "valid project is required" });
  const type = found.types.find(({ id, name }) => ("id" in issuetype ? id === issuetype.id : name === issuetype.name));
  if (type === undefined) return refusal(400, [], { issuetype: "Specify a valid issue type" });
  const errors = Object.fromEntries(problems(state, { summary, description, otherFields }));
  if (Object.keys(errors).length > 0) return refusal(400, [], errors);
  const number = state.issues.length + 1;
  const issue: FakeIssue = {
    id: String(10_000 + number),
    key: `${project.key}-${number}`,
    summary,
    description,
    otherFields,
    status: toDo,
    assignee: null,
    comments: [],
  };
  state.issues.push(issue);
  return { status: 201, body: { id: issue.id, key: issue.key, self: `http://jira.test/rest/api/issue/${issue.id}` } };
}

function* problems(
  state: JiraState,
  {
    summary,
    description,
    otherFields,
  }: { summary: string; description: unknown; otherFields: Record<string, unknown> },
): Generator<[string, string], void, undefined> {
  if (/[\r\n]/.test(summary)) yield ["summary", "The summary is invalid because it contains newline characters."];
  if (summary.trim() === "") yield ["summary", "You must specify a summary of the issue."];
  if (summary.length > 255) yield ["summary", "Summary must be less than 255 characters."];
  if (lengthOf(description) > 32_767)
    yield ["description", "The entered text is too long. It exceeds the allowed limit of 32,767 characters."];
  for (const { fieldId, name, required, hasDefaultValue } of state.fields)
    if (required && hasDefaultValue !== true && otherFields[fieldId] === undefined)
      yield [fieldId, `${name} is required.`];
  for (const fieldId of Object.keys(otherFields))
    if (!state.fields.some((field) => field.fieldId === fieldId))
      yield [fieldId, `Field '${fieldId}' cannot be set. It is not on the appropriate screen, or unknown.`];
}

function transition(state: JiraState, request: FakeRequest): FakeAnswer {
  const issue = issueOf(state, request);
  const shape = z.strictObject({
    transition: z.strictObject({ id: z.string() }),
    fields: z.record(z.string(), z.unknown()).optional(),
  });
  const { transition: given, fields = {} } = readBody(request, shape, invalid);
  const found = state.transitions.find(({ id }) => id === given.id);
  if (found === undefined) return invalid("It seems that you have tried to perform an illegal workflow operation.");
  for (const [name, field] of Object.entries(found.fields))
    if ("required" in field && field.required === true && fields[name] === undefined)
      return refusal(400, [], { [name]: `${name} is required.` });
  issue.status = found.to;
  return { status: 204, body: "" };
}

function present(issue: FakeIssue, fields: readonly string[]): object {
  const { id, key, summary, status, assignee, description } = issue;
  const all: Record<string, unknown> = {
    summary,
    status: statusOf(status),
    assignee: assignee === null ? null : { displayName: assignee, active: true },
    description,
  };
  return { id, key, fields: Object.fromEntries(fields.map((name) => [name, all[name]])) };
}

function statusOf({ name, category }: FakeStatus): object {
  return { id: "1", name, statusCategory: { id: 2, key: category, name: category } };
}

function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : JSON.stringify(text).length;
}
