import { z } from "zod";
import { checkedTicket } from "#connectors/checked-ticket.ts";
import type { JiraApi } from "./api.ts";
import type { Ticket } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

export const JiraIssue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    status: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }) }),
    assignee: z.object({ displayName: z.string() }).nullish(),
    resolution: z.object({ name: z.string() }).nullish(),
    /** A document in Jira Cloud, a text in Jira Data Center. */
    description: z.unknown().optional(),
  }),
});
export type JiraIssue = z.infer<typeof JiraIssue>;

export const ticketFields: readonly string[] = ["summary", "status", "assignee", "resolution"];

/** Uses issue ids instead of keys, because moving an issue to another project changes its key. */
export function checkIssueId(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw new OutgoingError(`This is not the id of a Jira issue: ${id.slice(0, 100)}`);
  return id;
}

/** Names of resolutions can be changed, and these are usual for issues that are closed without a fix. */
const unfixed =
  /\b(?:won['’]?t (?:do|fix)|not planned|declined|duplicate|rejected|invalid|cancell?ed|not a bug|(?:cannot|can['’]?t) reproduce|obsolete)\b/i;

export function ticketOf(api: JiraApi, { id, key, fields }: JiraIssue): Ticket {
  const { summary, status, assignee, resolution } = fields;
  const isClosed = status.statusCategory.key === "done";
  const reason = [resolution?.name ?? "", status.name].find((name) => isClosed && unfixed.test(name));
  return checkedTicket("Jira", {
    id,
    key,
    url: `${api.site}/browse/${key}`,
    title: summary,
    // The categories are new, indeterminate and done. Names and numbers of statuses differ between projects.
    state: isClosed ? "closed" : "open",
    stateName: reason === undefined || reason === status.name ? status.name : `${status.name} (${reason})`,
    withoutFix: reason !== undefined,
    assignee: assignee?.displayName ?? null,
  });
}

/** @param key id or key of an issue. */
export async function readIssue(api: JiraApi, key: string): Promise<Ticket | null> {
  const url = `${api.url}/issue/${encodeURIComponent(key)}?fields=${ticketFields.join(",")}`;
  try {
    const { body } = await callApi(api, { method: "GET", url });
    return ticketOf(api, readAs(api, JiraIssue, body));
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

export async function readIssues(api: JiraApi, ids: readonly string[]): Promise<ReadonlyMap<string, Ticket>> {
  if (ids.length === 0) return new Map();
  const found = await (api.isCloud ? fetchMany(api, ids.map(checkIssueId)) : searchMany(api, ids.map(checkIssueId)));
  const byId = new Map(found.map((issue) => [issue.id, ticketOf(api, issue)]));
  return new Map(
    ids.flatMap((id) => {
      const ticket = byId.get(id);
      return ticket === undefined ? [] : [[id, ticket] as const];
    }),
  );
}

/** Does not depend on the search index, and omits ids that do not exist. */
async function fetchMany(api: JiraApi, ids: readonly string[]): Promise<readonly JiraIssue[]> {
  const request = { issueIdsOrKeys: ids, fields: ticketFields };
  const { body } = await callApi(api, {
    method: "POST",
    url: `${api.url}/issue/bulkfetch`,
    body: request,
    isLong: true,
  });
  return readAs(api, z.object({ issues: boundedList(JiraIssue) }), body).issues;
}

/** With `validateQuery`, a single id that does not exist would be an error. */
async function searchMany(api: JiraApi, ids: readonly string[]): Promise<readonly JiraIssue[]> {
  const query = { jql: `id in (${ids.join(",")})`, validateQuery: false, maxResults: ids.length, fields: ticketFields };
  const { body } = await callApi(api, { method: "POST", url: `${api.url}/search`, body: query, isLong: true });
  return readAs(api, z.object({ issues: boundedList(JiraIssue) }), body).issues;
}

const Found = z.object({
  issues: boundedList(JiraIssue),
  nextPageToken: z.string().nullish(),
  total: z.number().optional(),
});

/** Returns pages of issues that match a query. Jira Cloud has removed the search endpoint that Jira Data Center has, and pages by token instead. */
export async function* searchIssues(
  api: JiraApi,
  { jql, fields, pageSize, maxPages }: { jql: string; fields: readonly string[]; pageSize: number; maxPages: number },
): AsyncGenerator<readonly JiraIssue[], void, undefined> {
  let next: { nextPageToken: string } | { startAt: number } | object = {};
  for (let page = 1; page <= maxPages; page += 1) {
    const url = `${api.url}/search${api.isCloud ? "/jql" : ""}`;
    const query = { jql, fields, maxResults: pageSize, ...next };
    const { body } = await callApi(api, { method: "POST", url, body: query, isLong: true });
    const { issues, nextPageToken, total = 0 } = readAs(api, Found, body);
    yield issues;
    const startAt = page * pageSize;
    if (issues.length === 0 || (api.isCloud ? (nextPageToken ?? "") === "" : startAt >= total)) return;
    next = api.isCloud ? { nextPageToken } : { startAt };
  }
}
