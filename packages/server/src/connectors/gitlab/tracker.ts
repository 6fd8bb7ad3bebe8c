import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { field } from "#connectors/connector.ts";
import { type GitlabApi, gitlabApi } from "./api.ts";
import { GitlabIssue, listIssues, readIssueId, readIssues, ticketOf } from "./tickets.ts";
import { checkWriteAccess, Project } from "./write-access.ts";
import { gitlabWebhook } from "./webhook.ts";
import { containsMark, findRecent, hiddenMark, newestComments } from "#connectors/hidden-mark.ts";
import { labelField, labelsPerPage } from "#connectors/label-choices.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { maxReadable } from "#connectors/markup/limits.ts";
import { renderMarkdown, withoutReferences } from "#connectors/markup/markdown.ts";
import { multipart } from "#connectors/multipart.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Connection, Ticket, Tracker } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { addressWithin, listOf, namesOf, searchWords } from "#connectors/search-text.ts";
import { callApi, fileTimeoutMs, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { serviceTimeMs } from "#outgoing/response-status.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

/** GitLab allows 255. The rest is for the characters that separate references. */
const maxTitle = 230;
/** Even if all issues have the maximum length, a page fits into the limit for a response. */
const pageSize = 30;
const maxPages = 10;
/** Access level of the role Reporter. */
const reporter = 20;

/** @see https://docs.gitlab.com/api/issues/ */
export const gitlabTracker: Tracker = {
  bindingFields: [
    field({
      name: "project",
      label: "Project",
      kind: "text",
      placeholder: "group/project",
      hint: "The path or ID of the project.",
    }),
    field({
      name: "labels",
      label: "Labels",
      kind: "text",
      required: false,
      placeholder: "bug, test failure",
      hint: "Labels of all new issues, separated by commas.",
    }),
  ],
  bindingName: ({ project = "" }) => project,
  async testBinding(connection) {
    const { api, project, url, missing } = open(connection);
    const { body } = await callApi(api, { method: "GET", url, refusals: { missing } });
    const found = readAs(api, Project, body);
    if (found.issues_access_level === "disabled") throw new OutgoingError(`Issues are disabled in ${project}.`);
    await checkWriteAccess(api, found, { project, minLevel: reporter, role: "Reporter" });
    return `Issues will be created in ${textOf(found.name_with_namespace, project)}.`;
  },
  async describe(connection) {
    const { api, url, missing } = open(connection);
    const labels = `${url}/labels?per_page=${labelsPerPage}`;
    const request = { method: "GET", refusals: { missing }, isLong: true } as const;
    return [await labelField(api, async (page) => callApi(api, { ...request, url: `${labels}&page=${page}` }))];
  },
  async create(connection, { title, description, fields, mark }) {
    const { api, url, missing } = open(connection);
    const labels = [...new Set([...namesOf(connection.binding["labels"]), ...listOf(fields["labels"])])];
    const body = {
      title: withoutReferences(plainTitle(title, maxTitle)).slice(0, 255),
      description: renderText(description, `\n\n${hiddenMark(mark)}`),
      ...(labels.length > 0 && { labels: labels.join(",") }),
    };
    const response = await callApi(api, { method: "POST", url: `${url}/issues`, body, refusals: { missing } });
    return ticketOf(readAs(api, GitlabIssue, response.body));
  },
  async findCreated(connection, mark) {
    // GitLab reads this list from its database, whereas a search may use an outdated index.
    const { api, url, missing } = open(connection);
    const query = `scope=created_by_me&state=all&order_by=created_at&sort=desc&per_page=${pageSize}`;
    const readPage = async (page: number) => {
      const list = {
        method: "GET",
        url: `${url}/issues?${query}&page=${page}`,
        refusals: { missing },
        isLong: true,
      } as const;
      const { body, headers } = await callApi(api, list);
      return {
        items: readAs(api, boundedList(GitlabIssue), body),
        serviceTimeMs: serviceTimeMs(headers, connection.now),
      };
    };
    const matches = ({ description }: GitlabIssue) => description?.includes(hiddenMark(mark)) === true;
    const found = await findRecent(readPage, { pageSize, maxPages, matches });
    return found === null ? null : ticketOf(found);
  },
  async find(connection, text) {
    const { api, url, missing } = open(connection);
    const reference = referenceFrom(api, text);
    const byNumber = reference === null ? null : await readOwnIssue(connection, reference);
    const isPlainNumber = /^\d+$/.test(text.trim());
    const words = reference === null || isPlainNumber ? searchWords(text) : [];
    const query = `search=${encodeURIComponent(words.join(" "))}&in=title&state=all&per_page=20`;
    const byTitle = words.length === 0 ? [] : (await listIssues(api, `${url}/issues?${query}`, missing)).map(ticketOf);
    const others = byTitle.filter(({ id }) => id !== byNumber?.id);
    return (byNumber === null ? others : [byNumber, ...others]).slice(0, 20);
  },
  async readOwn(connection, id) {
    const ticket = await readOwnIssue(connection, { path: null, iid: readIssueId(id).iid });
    return ticket?.id === id ? ticket : null;
  },
  readMany: (connection, ids) => readIssues(gitlabApi(connection), ids),
  async comment(connection, id, content) {
    const api = gitlabApi(connection);
    const body = { body: renderText(content, "") };
    await callApi(api, { method: "POST", url: `${issueUrl(api, id)}/notes`, body, refusals: noIssue(id) });
  },
  async hasComment(connection, id, address) {
    const api = gitlabApi(connection);
    const url = `${issueUrl(api, id)}/notes?order_by=created_at&sort=desc&per_page=${newestComments}`;
    const { body } = await callApi(api, { method: "GET", url, refusals: noIssue(id), isLong: true });
    const notes = readAs(api, boundedList(z.object({ body: z.string() })), body);
    return notes.some((note) => containsMark(note.body, address));
  },
  async changeState(connection, id, state) {
    const api = gitlabApi(connection);
    const body = { state_event: state === "closed" ? "close" : "reopen" };
    await callApi(api, { method: "PUT", url: issueUrl(api, id), body, refusals: noIssue(id) });
  },
  async attachFile(connection, id, file) {
    const api = gitlabApi(connection);
    const url = `${api.url}/projects/${readIssueId(id).project}/uploads`;
    const content = multipart("file", file);
    const upload = { method: "POST", url, content, refusals: noIssue(id), timeoutMs: fileTimeoutMs } as const;
    const { body } = await callApi(api, upload);
    const { url: path } = readAs(api, z.object({ url: z.string().regex(/^\/uploads\/[\w./-]{1,300}$/) }), body);
    // A file belongs to the project, so a comment shows it in the issue.
    const shows = { body: `![Screenshot](${path})` };
    await callApi(api, { method: "POST", url: `${issueUrl(api, id)}/notes`, body: shows, refusals: noIssue(id) });
  },
  webhook: gitlabWebhook,
};

function open(connection: Connection): { api: GitlabApi; project: string; url: string; missing: string } {
  const api = gitlabApi(connection);
  const project = (connection.binding["project"] ?? "").trim().replace(/^\/+|\/+$/g, "");
  if (project === "") throw new OutgoingError("Enter the project, for example group/project.");
  const missing = `GitLab has no project ${project}, or the access token has no access to it.`;
  return { api, project, url: `${api.url}/projects/${encodeURIComponent(project)}`, missing };
}

function renderText(blocks: readonly Block[], suffix: string): string {
  const render = (input: readonly Block[]) => renderMarkdown(input) + suffix;
  return renderWithin(blocks, [], {
    render,
    length: ({ length }) => length,
    maxLength: maxReadable,
    service: "GitLab",
  });
}

function noIssue(id: string) {
  const missing = `GitLab has no issue ${readIssueId(id).iid} in this project: it was deleted, or the access token has no access to it.`;
  return { missing, missingScope: "request" } as const;
}

function issueUrl(api: GitlabApi, id: string): string {
  const { project, iid } = readIssueId(id);
  return `${api.url}/projects/${project}/issues/${iid}`;
}

interface Reference {
  /** Path of the project; `null` for the connection's project. */
  readonly path: string | null;
  readonly iid: string;
}

/** Returns the reference in "#12", "12", "group/project#12" or the address of an issue. */
function referenceFrom(api: GitlabApi, text: string): Reference | null {
  const input = text.trim();
  const [, path = null, number] = /^([\w./-]+(?=#))?#?(\d{1,15})$/.exec(input) ?? [];
  if (number !== undefined) return { path, iid: number };
  const address = addressWithin(input, api.site)?.href.slice(api.site.length) ?? "";
  const [, project, iid] = /^\/([\w./-]+?)\/-\/(?:issues|work_items)\/(\d{1,15})(?:[/?#]|$)/.exec(address) ?? [];
  return project === undefined || iid === undefined ? null : { path: project, iid };
}

/** Returns an issue of the connection's project. The project may be configured by its id, so paths are compared with the issue's URL. */
async function readOwnIssue(connection: Connection, { path, iid }: Reference): Promise<Ticket | null> {
  const { api, url } = open(connection);
  try {
    const { body } = await callApi(api, { method: "GET", url: `${url}/issues/${iid}` });
    const ticket = ticketOf(readAs(api, GitlabIssue, body));
    const own = referenceFrom(api, ticket.url)?.path;
    return path === null || own?.toLowerCase() === path.toLowerCase() ? ticket : null;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}
