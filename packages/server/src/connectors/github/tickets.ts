import { z } from "zod";
import { checkedTicket } from "#connectors/checked-ticket.ts";
import type { Ticket } from "#connectors/offers.ts";
import { readAs } from "#connectors/service-api.ts";
import type { GithubApi } from "./api.ts";
import { queryGithub } from "./api.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList, boundedRecord } from "#outgoing/bounded-list.ts";

/** An issue of a repository. Ids are "owner/name#12", so that they stay valid if the binding's repository changes. */
export interface IssueAddress {
  readonly repository: string;
  readonly number: string;
}

/** An issue as returned by the REST API. */
export const Issue = z.object({
  number: z.number(),
  title: z.string(),
  html_url: z.string(),
  repository_url: z.string(),
  state: z.string(),
  state_reason: z.string().nullish(),
  body: z.string().nullish(),
  created_at: z.string(),
  assignee: z.object({ login: z.string() }).nullish(),
  /** Only on pull requests, which the API returns as issues. */
  pull_request: z.unknown().optional(),
});
export type Issue = z.infer<typeof Issue>;

const issueParts =
  "number title url state stateReason assignees(first: 1) { nodes { login } } repository { nameWithOwner }";
const QueriedIssue = z.object({
  number: z.number(),
  title: z.string(),
  url: z.string(),
  state: z.string(),
  stateReason: z.string().nullish(),
  assignees: z.object({ nodes: boundedList(z.object({ login: z.string() })) }),
  repository: z.object({ nameWithOwner: z.string() }),
});

export function readRepository(text: string | undefined): string {
  const repository = (text ?? "").trim();
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(^|\/)\.{1,2}(\/|$)/.test(repository))
    throw new OutgoingError("Enter the repository as owner/name, for example octocat/hello-world.");
  return repository;
}

export function readIssueId(id: string): IssueAddress {
  const [, repository = "", number = ""] = /^([\w.-]+\/[\w.-]+)#(\d{1,15})$/.exec(id) ?? [];
  if (number === "") throw new OutgoingError(`This is not the id of a GitHub issue: ${id.slice(0, 100)}`);
  return { repository, number };
}

export function ticketOfIssue(issue: Issue, home: string): Ticket {
  const repository = URL.parse(issue.repository_url)?.pathname.split("/").slice(-2).join("/") ?? home;
  return checkedTicket("GitHub", {
    ...ticketKey(repository, issue.number, home),
    url: issue.html_url,
    title: issue.title,
    ...stateOf(issue.state, issue.state_reason ?? null),
    assignee: issue.assignee?.login ?? null,
  });
}

/** Reads issues in one query. The REST API has no request for several issues. */
export async function readIssues(
  api: GithubApi,
  ids: readonly string[],
  home: string,
): Promise<ReadonlyMap<string, Ticket>> {
  if (ids.length === 0) return new Map();
  const addresses = ids.map(readIssueId);
  const repositories = [...new Set(addresses.map(({ repository }) => repository))];
  const variables: Record<string, string> = {};
  const parts = repositories.map((repository, index) => {
    const [owner = "", name = ""] = repository.split("/");
    variables[`owner${index}`] = owner;
    variables[`name${index}`] = name;
    // The numbers consist of digits only.
    const issues = addresses
      .filter((address) => address.repository === repository)
      .map(({ number }) => `i${number}: issue(number: ${number}) { ${issueParts} }`);
    return `r${index}: repository(owner: $owner${index}, name: $name${index}) { ${issues.join(" ")} }`;
  });
  const input = Object.keys(variables).map((name) => `$${name}: String!`);
  const data = await queryGithub(api, `query (${input.join(", ")}) { ${parts.join(" ")} }`, variables);
  const Found = boundedRecord(boundedRecord(QueriedIssue.nullable()).nullable());
  const found = readAs(api, Found, data);
  const tickets = new Map<string, Ticket>();
  for (const [index, id] of ids.entries()) {
    const { repository, number } = addresses[index] ?? readIssueId(id);
    const issue = found[`r${repositories.indexOf(repository)}`]?.[`i${number}`];
    if (issue !== null && issue !== undefined) tickets.set(id, ticketOfQueried(issue, home));
  }
  return tickets;
}

function ticketOfQueried(issue: z.infer<typeof QueriedIssue>, home: string): Ticket {
  return checkedTicket("GitHub", {
    ...ticketKey(issue.repository.nameWithOwner, issue.number, home),
    url: issue.url,
    title: issue.title,
    ...stateOf(issue.state.toLowerCase(), issue.stateReason?.toLowerCase() ?? null),
    assignee: issue.assignees.nodes[0]?.login ?? null,
  });
}

function ticketKey(repository: string, number: number, home: string): Pick<Ticket, "id" | "key"> {
  const isHome = repository.toLowerCase() === home.toLowerCase();
  return { id: `${repository}#${number}`, key: isHome ? `#${number}` : `${repository}#${number}` };
}

function stateOf(state: string, reason: string | null): Pick<Ticket, "state" | "stateName" | "withoutFix"> {
  if (state === "open") return { state: "open", stateName: "Open" };
  const why = reason === "not_planned" ? " as not planned" : reason === "duplicate" ? " as duplicate" : "";
  return { state: "closed", stateName: `Closed${why}`, withoutFix: why !== "" };
}
