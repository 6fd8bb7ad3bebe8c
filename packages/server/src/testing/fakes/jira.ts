import { z } from "zod";
import { type Fake, type FakeRoute, readBody, readUpload, route } from "./fake-http.ts";
import {
  allFields,
  create,
  done,
  inProgress,
  invalid,
  issueOf,
  type JiraState,
  lengthOf,
  longText,
  matching,
  page,
  present,
  projectOf,
  refusal,
  statusOf,
  toDo,
  transition,
  transitionsOf,
} from "./jira-state.ts";
import { valueError } from "./jira-values.ts";

interface Options {
  readonly isCloud: boolean;
  /** Expected `Authorization` header. */
  readonly authorization: string;
}

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
    respond(request) {
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
  const paged = ["startAt", "maxResults"];
  const meta = String.raw`${base}/issue/createmeta/(\w+)/issuetypes`;
  return [
    {
      method: "GET",
      path: new RegExp(`${base}/myself$`),
      handle: () => ({
        body: {
          ...(isCloud ? { accountId: "5b10a2844c20165700ede21g" } : { key: "ada" }),
          displayName: "Ada",
          active: true,
        },
      }),
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
    { method: "POST", path: new RegExp(`${base}/issue$`), handle: (request) => create(state, request, isCloud) },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)$`),
      query: ["fields"],
      handle: (request) => ({ body: present(issueOf(state, request), (request.query.get("fields") ?? "").split(",")) }),
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/comment$`),
      query: ["orderBy", "maxResults"],
      handle: (request) => {
        if (request.query.get("orderBy") !== "-created") return invalid("Unknown order");
        const { comments } = issueOf(state, request);
        const newest = comments.toReversed().slice(0, Number(request.query.get("maxResults")));
        return { body: { startAt: 0, total: comments.length, comments: newest.map((body, id) => ({ id, body })) } };
      },
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/comment$`),
      handle: (request) => {
        const { comments } = issueOf(state, request);
        const { body } = readBody(request, z.strictObject({ body: z.unknown() }), invalid);
        const wrong = valueError(longText, body, isCloud);
        if (wrong !== null) return refusal(400, [], { comment: wrong });
        if (lengthOf(body) > 32_767)
          return refusal(400, [], {
            comment: "The entered text is too long. It exceeds the allowed limit of 32,767 characters.",
          });
        comments.push(body);
        return { status: 201, body: { id: String(comments.length), body } };
      },
    },
    {
      method: "POST",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/attachments$`),
      handle: (request) => {
        if (request.headers["x-atlassian-token"] !== "no-check") return { status: 403, body: "XSRF check failed" };
        const { attachments } = issueOf(state, request);
        attachments.push(readUpload(request, "file", invalid));
        return { body: [{ id: "1", filename: attachments.at(-1), mimeType: "image/png" }] };
      },
    },
    {
      method: "GET",
      path: new RegExp(String.raw`${base}/issue/([\w-]+)/transitions$`),
      query: ["expand"],
      handle: (request) => {
        const issue = issueOf(state, request);
        const withFields = request.query.get("expand") === "transitions.fields";
        return {
          body: {
            transitions: transitionsOf(state, issue).map(({ id, name, to, fields }) => ({
              id,
              name,
              to: statusOf(to),
              ...(isCloud && { isAvailable: true }),
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
          (expected) => !found.some(({ id, key }) => id === expected || key === expected),
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
