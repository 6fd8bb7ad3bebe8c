import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { callGithub, githubApi, type GithubApi } from "./api.ts";
import { Issue, readIssueId, readIssues, readRepository, ticketOfIssue } from "./tickets.ts";
import { checkScopes } from "./write-access.ts";
import { githubWebhook } from "./webhook.ts";
import { field } from "#connectors/connector.ts";
import { containsMark, findRecent, hiddenMark, newestComments } from "#connectors/hidden-mark.ts";
import { labelField, labelsPerPage } from "#connectors/label-choices.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { renderMarkdown } from "#connectors/markup/markdown.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Connection, Ticket, TicketState, Tracker } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { listOf, namesOf, searchWords } from "#connectors/search-text.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { serviceTimeMs } from "#outgoing/response-status.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const maxTitle = 256;
const maxBody = 65_536;
/** Even if all issues have the maximum length, a page fits into the limit for a response. */
const pageSize = 30;
const maxPages = 10;

/** @see https://docs.github.com/rest/issues/issues */
export const githubTracker: Tracker = {
  bindingFields: [
    field({ name: "repository", label: "Repository", kind: "text", placeholder: "owner/name" }),
    field({
      name: "labels",
      label: "Labels",
      kind: "text",
      required: false,
      placeholder: "bug, test failure",
      hint: "Labels of all new issues, separated by commas.",
    }),
  ],
  bindingName: ({ repository = "" }) => repository,
  async testBinding(connection) {
    const { api, repository, url } = open(connection);
    const { body, headers } = await callGithub(api, { method: "GET", url, refusals: noRepository(repository) });
    const shape = z.object({
      full_name: z.string(),
      has_issues: z.boolean().optional(),
      archived: z.boolean().optional(),
    });
    const found = readAs(api, shape, body);
    if (found.has_issues === false) throw new OutgoingError(`Issues are disabled in ${repository}.`);
    if (found.archived === true)
      throw new OutgoingError(`${repository} is archived, so issues cannot be created in it.`);
    checkScopes(headers, repository);
    return `Issues will be created in ${textOf(found.full_name, repository)}.`;
  },
  async describe(connection) {
    const { api, repository, url } = open(connection);
    const labels = `${url}/labels?per_page=${labelsPerPage}`;
    const request = { method: "GET", refusals: noRepository(repository), isLong: true } as const;
    return [await labelField(api, async (page) => callGithub(api, { ...request, url: `${labels}&page=${page}` }))];
  },
  async create(connection, { title, description, fields, mark }) {
    const { api, repository, url } = open(connection);
    const labels = [...new Set([...namesOf(connection.binding["labels"]), ...listOf(fields["labels"])])];
    const body = {
      title: plainTitle(title, maxTitle),
      body: bodyOf(description, `\n\n${hiddenMark(mark)}`),
      ...(labels.length > 0 && { labels }),
    };
    const response = await callGithub(api, {
      method: "POST",
      url: `${url}/issues`,
      body,
      refusals: {
        ...noRepository(repository),
        missing: `Issues are disabled in ${repository}, or the access token has no access to it.`,
      },
    });
    return ticketOfIssue(readAs(api, Issue, response.body), repository);
  },
  async findCreated(connection, mark) {
    // The list of issues lags behind less often and less long than the search index.
    const { api, repository, url } = open(connection);
    const query = `state=all&sort=created&direction=desc&per_page=${pageSize}`;
    const readPage = async (page: number) => {
      const address = `${url}/issues?${query}&page=${page}`;
      const list = { method: "GET", url: address, refusals: noRepository(repository), isLong: true } as const;
      const { body, headers } = await callGithub(api, list);
      return { items: readAs(api, boundedList(Issue), body), serviceTimeMs: serviceTimeMs(headers, connection.now) };
    };
    const matches = ({ body }: Issue) => body?.includes(hiddenMark(mark)) === true;
    const found = await findRecent(readPage, { pageSize, maxPages, matches });
    return found === null ? null : ticketOfIssue(found, repository);
  },
  async find(connection, text) {
    const { api, repository } = open(connection);
    const id = idFrom(api, text, repository);
    const byId = id === null ? null : await readOwnIssue(connection, id);
    const isPlainNumber = /^\d+$/.test(text.trim());
    const byTitle = id === null || isPlainNumber ? await searchTitles(api, repository, text) : [];
    const others = byTitle.filter((ticket) => ticket.id !== byId?.id);
    return (byId === null ? others : [byId, ...others]).slice(0, 20);
  },
  readOwn: readOwnIssue,
  async readMany(connection, ids) {
    const { api, repository } = open(connection);
    return readIssues(api, ids, repository);
  },
  async comment(connection, id, content) {
    const { api } = open(connection);
    const request = { method: "POST", url: `${issueUrl(api, id)}/comments`, refusals: noIssue(id) } as const;
    await callGithub(api, { ...request, body: { body: bodyOf(content, "") } });
  },
  async hasComment(connection, id, address) {
    // The list has no other order, so its last two pages are read.
    const { api } = open(connection);
    const url = issueUrl(api, id);
    const refusals = noIssue(id);
    const issue = await callGithub(api, { method: "GET", url, refusals, isLong: true });
    const last = Math.ceil(readAs(api, z.object({ comments: z.number() }), issue.body).comments / newestComments);
    for (let page = last; page > Math.max(0, last - 2); page -= 1) {
      const list = `${url}/comments?per_page=${newestComments}&page=${page}`;
      const { body } = await callGithub(api, { method: "GET", url: list, refusals, isLong: true });
      const comments = readAs(api, boundedList(z.object({ body: z.string().nullish() })), body);
      if (comments.some((comment) => containsMark(comment.body ?? "", address))) return true;
    }
    return false;
  },
  async changeState(connection, id, state) {
    const { api } = open(connection);
    const request = { method: "PATCH", url: issueUrl(api, id), refusals: noIssue(id) } as const;
    await callGithub(api, { ...request, body: stateChange(state) });
  },
  webhook: githubWebhook,
};

function open(connection: Connection): { api: GithubApi; repository: string; url: string } {
  const api = githubApi(connection);
  const repository = readRepository(connection.binding["repository"]);
  return { api, repository, url: `${api.url}/repos/${repository}` };
}

function bodyOf(blocks: readonly Block[], suffix: string): string {
  const render = (input: readonly Block[]) => renderMarkdown(input) + suffix;
  return renderWithin(blocks, [], { render, length: (text) => text.length, maxLength: maxBody, service: "GitHub" });
}

function stateChange(state: TicketState): { state: TicketState; state_reason: "completed" | "reopened" } {
  return { state, state_reason: state === "closed" ? "completed" : "reopened" };
}

function noRepository(repository: string) {
  return { missing: `GitHub has no repository ${repository}, or the access token has no access to it.` };
}

function noIssue(id: string) {
  const missing = `GitHub has no issue ${id}: it was deleted, or the access token has no access to it.`;
  return { missing, missingScope: "request" } as const;
}

function issueUrl(api: GithubApi, id: string): string {
  const { repository, number } = readIssueId(id);
  return `${api.url}/repos/${repository}/issues/${number}`;
}

/** Returns the id in "#12", "12", "owner/name#12" or the address of an issue. */
function idFrom(api: GithubApi, text: string, home: string): string | null {
  const input = text.trim();
  if (/^#?\d{1,15}$/.test(input)) return `${home}#${input.replace("#", "")}`;
  if (/^[\w.-]+\/[\w.-]+#\d{1,15}$/.test(input)) return input;
  const url = URL.parse(input);
  // The pages of api.github.com are on github.com; those of another server have its host.
  if (url === null || url.host !== new URL(api.url).host.replace(/^api\./, "")) return null;
  const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,15})\/?$/.exec(url.pathname) ?? [];
  return repository === undefined ? null : `${repository}#${number}`;
}

/** Returns an issue of the connection's repository. GitHub redirects to the new repository if an issue was transferred. */
async function readOwnIssue(connection: Connection, id: string): Promise<Ticket | null> {
  const { api, repository: home, url } = open(connection);
  const { repository, number } = readIssueId(id);
  if (!(await isSameRepository(api, url, home, repository))) return null;
  try {
    const { body } = await callGithub(api, { method: "GET", url: `${url}/issues/${number}`, refusals: noIssue(id) });
    const issue = readAs(api, Issue, body);
    if (issue.pull_request !== undefined) return null;
    const ticket = ticketOfIssue(issue, home);
    return (await isSameRepository(api, url, home, readIssueId(ticket.id).repository)) ? ticket : null;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}

/** Compares a repository with the one at `url`, which may have been renamed. */
async function isSameRepository(api: GithubApi, url: string, home: string, other: string): Promise<boolean> {
  const requested = other.toLowerCase();
  if (requested === home.toLowerCase()) return true;
  const { body } = await callGithub(api, { method: "GET", url, refusals: noRepository(home) });
  return readAs(api, z.object({ full_name: z.string() }), body).full_name.toLowerCase() === requested;
}

async function searchTitles(api: GithubApi, repository: string, text: string): Promise<readonly Ticket[]> {
  const words = searchWords(text);
  if (words.length === 0) return [];
  const query = encodeURIComponent(`${words.join(" ")} in:title is:issue repo:${repository}`);
  const { body } = await callApi(api, {
    method: "GET",
    url: `${api.url}/search/issues?q=${query}&per_page=20`,
    isLong: true,
  });
  return readAs(api, z.object({ items: boundedList(Issue) }), body).items.map((issue) =>
    ticketOfIssue(issue, repository),
  );
}
