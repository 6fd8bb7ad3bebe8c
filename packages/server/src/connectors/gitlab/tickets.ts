import { z } from "zod";
import { checkedTicket } from "#connectors/checked-ticket.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import type { GitlabApi } from "./api.ts";
import type { Ticket } from "#connectors/offers.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

export const GitlabIssue = z.object({
  iid: z.number(),
  project_id: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  web_url: z.string(),
  created_at: z.string(),
  assignees: boundedList(z.object({ username: z.string() })).optional(),
  references: z.object({ short: z.string() }).optional(),
  /** Set on the closed rest of an issue that was moved to another project. */
  moved_to_id: z.unknown().optional(),
});
export type GitlabIssue = z.infer<typeof GitlabIssue>;

/** Ids are "<id of the project>#<number>", because the path of a project can change. */
export function readIssueId(id: string): { readonly project: string; readonly iid: string } {
  const [, project = "", iid = ""] = /^(\d{1,15})#(\d{1,15})$/.exec(id) ?? [];
  if (iid === "") throw new OutgoingError(`This is not the id of a GitLab issue: ${id.slice(0, 100)}`);
  return { project, iid };
}

export function ticketOf(issue: GitlabIssue): Ticket {
  const isOpen = issue.state !== "closed";
  return checkedTicket("GitLab", {
    id: `${issue.project_id}#${issue.iid}`,
    key: issue.references?.short ?? `#${issue.iid}`,
    url: issue.web_url,
    title: issue.title,
    state: isOpen ? "open" : "closed",
    stateName: isOpen ? "Open" : "Closed",
    assignee: issue.assignees?.[0]?.username ?? null,
  });
}

/** Reads issues with one request for each project. */
export async function readIssues(api: GitlabApi, ids: readonly string[]): Promise<ReadonlyMap<string, Ticket>> {
  const byProject = Map.groupBy(ids.map(readIssueId), ({ project }) => project);
  const tickets = new Map<string, Ticket>();
  for (const [project, addresses] of byProject) {
    const numbers = addresses.map(({ iid }) => `iids[]=${iid}`).join("&");
    const issues = await listOrNull(api, `${api.url}/projects/${project}/issues?${numbers}&per_page=100`);
    // The closed rest of a moved issue would look like a solved one.
    for (const issue of issues)
      if (issue.moved_to_id === null || issue.moved_to_id === undefined)
        tickets.set(ticketOf(issue).id, ticketOf(issue));
  }
  return new Map(
    ids.flatMap((id) => {
      const ticket = tickets.get(id);
      return ticket === undefined ? [] : [[id, ticket] as const];
    }),
  );
}

export async function listIssues(api: GitlabApi, url: string, missing?: string): Promise<readonly GitlabIssue[]> {
  const refusals = missing === undefined ? {} : { missing };
  const { body } = await callApi(api, { method: "GET", url, refusals, isLong: true });
  return readAs(api, boundedList(GitlabIssue), body);
}

async function listOrNull(api: GitlabApi, url: string): Promise<readonly GitlabIssue[]> {
  try {
    return await listIssues(api, url);
  } catch (error) {
    // The project was deleted.
    if (error instanceof ServiceError && error.status === 404) return [];
    throw error;
  }
}
