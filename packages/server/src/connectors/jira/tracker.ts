import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { containsMark, maxCreatedDays, newestComments } from "#connectors/hidden-mark.ts";
import { type JiraApi, jiraApi } from "./api.ts";
import { fieldsOf, issueTypeOf, noProject } from "./create-meta.ts";
import { fieldValues, ticketFields as fieldsOfForm } from "./fields.ts";
import { checkIssueId, readIssue, readIssues, searchIssues, ticketFields, ticketOf } from "./tickets.ts";
import { moveIssue, noIssue } from "./transitions.ts";
import { jiraWebhook } from "./webhook.ts";
import { renderAdf } from "#connectors/markup/adf.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { escapeWiki, renderJiraWiki } from "#connectors/markup/jira-wiki.ts";
import { multipart } from "#connectors/multipart.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Connection, Ticket, Tracker } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { addressWithin, searchWords } from "#connectors/search-text.ts";
import { callApi, fileTimeoutMs, readAs } from "#connectors/service-api.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const maxTitle = 255;
/** Of descriptions and comments. In Jira Cloud, it applies to the JSON of the document. */
const maxText = 32_767;

export const jiraTracker: Tracker = {
  bindingFields: [
    field({
      name: "projectKey",
      label: "Project key",
      kind: "text",
      placeholder: "SHOP",
      hint: "The letters before the number of an issue.",
    }),
    field({
      name: "issueType",
      label: "Issue type",
      kind: "text",
      initial: "Bug",
      hint: "The name of the type of new issues, as it is in this project.",
    }),
  ],
  bindingName: ({ projectKey = "" }) => projectKey.toUpperCase(),
  async testBinding(connection) {
    const { api, project, issueType } = open(connection);
    const { body } = await callApi(api, {
      method: "GET",
      url: `${api.url}/project/${project}`,
      refusals: noProject(project),
    });
    const { name } = readAs(api, z.object({ name: z.string() }), body);
    const type = await issueTypeOf(api, project, issueType);
    return `Issues of type ${textOf(type.name, issueType)} will be created in ${textOf(name, project)}.`;
  },
  async describe(connection) {
    const { api, project, issueType } = open(connection);
    const { id, name } = await issueTypeOf(api, project, issueType);
    return fieldsOfForm(api, await fieldsOf(api, project, id), name);
  },
  async create(connection, { title, description, fields, mark }) {
    const { api, project, issueType } = open(connection);
    const type = await issueTypeOf(api, project, issueType);
    const summary = plainTitle(title, maxTitle);
    const body = {
      fields: {
        ...fieldValues(fields),
        project: { key: project },
        // Names of types differ between languages and are not unique on a site.
        issuetype: { id: type.id },
        summary,
        description: renderText(api, description, [markBlock(mark)]),
      },
    };
    const response = await callApi(api, {
      method: "POST",
      url: `${api.url}/issue`,
      body,
      refusals: noProject(project),
    });
    const { id, key } = readAs(api, z.object({ id: z.string(), key: z.string() }), response.body);
    // The response has no status. The issue exists, so an error while reading it must not lead to a second one.
    const created = await readIssue(api, id).catch(() => null);
    const url = `${api.site}/browse/${key}`;
    return created ?? { id, key, url, title: summary, state: "open", stateName: "New", assignee: null };
  },
  async findCreated(connection, mark) {
    // Jira has no request that finds an issue by a value of the client, and its index lags behind by seconds. Texts in the index are split into words, so
    // the newest issues of this account are compared.
    const { api, project } = open(connection);
    const jql = `project = "${project}" AND creator = currentUser() AND created >= -${maxCreatedDays}d ORDER BY created DESC`;
    const search = { jql, fields: [...ticketFields, "description"], pageSize: 50, maxPages: 6 };
    const written = api.isCloud ? mark : escapeWiki(mark);
    for await (const issues of searchIssues(api, search)) {
      const found = issues.find(({ fields }) => containsMark(JSON.stringify(fields.description ?? ""), written));
      if (found !== undefined) return ticketOf(api, found);
    }
    return null;
  },
  async find(connection, text) {
    const { api, project } = open(connection);
    const key = keyFrom(api, text);
    const byKey = key === null || !isIn(project, key) ? null : await readOwnIssue(connection, key);
    if (byKey !== null || URL.canParse(text.trim())) return byKey === null ? [] : [byKey];
    return searchTitles(api, project, text);
  },
  readOwn: (connection, id) => readOwnIssue(connection, checkIssueId(id)),
  readMany: (connection, ids) => readIssues(jiraApi(connection), ids),
  async comment(connection, id, content) {
    const api = jiraApi(connection);
    const body = { body: renderText(api, content, []) };
    const url = `${api.url}/issue/${checkIssueId(id)}/comment`;
    await callApi(api, { method: "POST", url, body, refusals: noIssue(id) });
  },
  async hasComment(connection, id, address) {
    const api = jiraApi(connection);
    const url = `${api.url}/issue/${checkIssueId(id)}/comment?orderBy=-created&maxResults=${newestComments}`;
    const { body } = await callApi(api, { method: "GET", url, refusals: noIssue(id), isLong: true });
    const { comments } = readAs(api, z.object({ comments: boundedList(z.object({ body: z.unknown() })) }), body);
    return comments.some((comment) => containsMark(JSON.stringify(comment.body ?? ""), address));
  },
  changeState: (connection, id, state) => moveIssue(jiraApi(connection), id, state),
  async attachFile(connection, id, file) {
    const api = jiraApi(connection);
    const url = `${api.url}/issue/${checkIssueId(id)}/attachments`;
    // Jira refuses forms without this header, as a protection against forged requests.
    const headers = { "x-atlassian-token": "no-check" };
    const content = multipart("file", file);
    await callApi(api, { method: "POST", url, headers, content, refusals: noIssue(id), timeoutMs: fileTimeoutMs });
  },
  webhook: jiraWebhook,
};

function open(connection: Connection): { api: JiraApi; project: string; issueType: string } {
  const project = (connection.binding["projectKey"] ?? "").trim().toUpperCase();
  // The key becomes a part of addresses and queries.
  if (!/^[A-Z][A-Z0-9_]{0,254}$/.test(project))
    throw new OutgoingError("Enter the key of the project, for example SHOP.");
  const issueType = (connection.binding["issueType"] ?? "").trim();
  if (issueType === "") throw new OutgoingError("Enter the issue type, for example Bug.");
  return { api: jiraApi(connection), project, issueType };
}

function renderText(api: JiraApi, blocks: readonly Block[], last: readonly Block[]): object | string {
  const limit = { maxLength: maxText, service: "Jira" };
  return api.isCloud
    ? renderWithin(blocks, last, { ...limit, render: renderAdf, length: (document) => JSON.stringify(document).length })
    : renderWithin(blocks, last, { ...limit, render: renderJiraWiki, length: (text) => text.length });
}

/** Jira has no hidden text. */
function markBlock(mark: string): Block {
  return { kind: "paragraph", content: ["Reference: ", { code: mark }] };
}

/** Returns the key in "SHOP-12" or the address of an issue. */
function keyFrom(api: JiraApi, text: string): string | null {
  const url = addressWithin(text, api.site);
  const input =
    url === null ? text : (url.searchParams.get("selectedIssue") ?? /\/browse\/([^/]+)/.exec(url.pathname)?.[1] ?? "");
  return /^\s*([A-Z][A-Z0-9_]*-\d{1,12})\s*$/i.exec(input)?.[1]?.toUpperCase() ?? null;
}

function isIn(project: string, key: string): boolean {
  return key.toUpperCase().startsWith(`${project}-`);
}

/** Returns an issue of the connection's project, by id or key. The key in the response is the current one, even if an old key was requested. */
async function readOwnIssue(connection: Connection, idOrKey: string): Promise<Ticket | null> {
  const { api, project } = open(connection);
  const issue = await readIssue(api, idOrKey);
  return issue !== null && isIn(project, issue.key) ? issue : null;
}

async function searchTitles(api: JiraApi, project: string, text: string): Promise<readonly Ticket[]> {
  // Only letters and digits remain, so that nothing ends the text in quotes, and no operator of the text search is left.
  const words = searchWords(text);
  if (words.length === 0) return [];
  const jql = `project = "${project}" AND summary ~ "${words.join(" ")}*" ORDER BY updated DESC`;
  for await (const issues of searchIssues(api, { jql, fields: ticketFields, pageSize: 20, maxPages: 1 }))
    return issues.map((issue) => ticketOf(api, issue));
  return [];
}
