import { z } from "zod";
import { checkedTicket } from "#connectors/checked-ticket.ts";
import { type LinearApi, queryLinear } from "./api.ts";
import { issuesQuery, statesQuery, updateMutation } from "./queries.ts";
import type { Ticket, TicketState } from "#connectors/offers.ts";
import { readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

export const LinearIssue = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  url: z.string(),
  /** True for deleted issues, which Linear keeps for 30 days. */
  trashed: z.boolean().nullish(),
  state: z.object({ name: z.string(), type: z.string() }),
  assignee: z.object({ displayName: z.string() }).nullish(),
});
type LinearIssue = z.infer<typeof LinearIssue>;

export const Issues = z.object({ issues: z.object({ nodes: boundedList(LinearIssue) }) });

const WorkflowState = z.object({ id: z.string(), name: z.string(), type: z.string(), position: z.number() });
const States = z.object({
  issue: LinearIssue.extend({ team: z.object({ states: z.object({ nodes: boundedList(WorkflowState) }) }) }),
});

/** Types of workflow states, in order of preference. A reopened issue is not started until someone works on it. */
const targets: Readonly<Record<TicketState, readonly string[]>> = {
  closed: ["completed", "canceled"],
  open: ["unstarted", "backlog", "triage", "started"],
};
const closedTypes: ReadonlySet<string> = new Set(["completed", "canceled", "duplicate"]);

export function checkIssueId(id: string): string {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    throw new OutgoingError(`This is not the id of a Linear issue: ${id.slice(0, 100)}`);
  return id;
}

export function ticketOf({ id, identifier, url, title, state, assignee }: LinearIssue): Ticket {
  return checkedTicket("Linear", {
    id,
    key: identifier,
    url,
    title,
    state: closedTypes.has(state.type) ? "closed" : "open",
    stateName: state.name,
    withoutFix: state.type === "canceled" || state.type === "duplicate",
    assignee: assignee?.displayName ?? null,
  });
}

export async function readIssues(api: LinearApi, ids: readonly string[]): Promise<ReadonlyMap<string, Ticket>> {
  if (ids.length === 0) return new Map();
  const filter = { id: { in: ids.map(checkIssueId) } };
  const { issues } = readAs(api, Issues, await queryLinear(api, issuesQuery, { filter, first: ids.length }));
  const byId = new Map(
    issues.nodes.filter(({ trashed }) => trashed !== true).map((issue) => [issue.id, ticketOf(issue)]),
  );
  return new Map(
    ids.flatMap((id) => {
      const ticket = byId.get(id);
      return ticket === undefined ? [] : [[id, ticket] as const];
    }),
  );
}

export async function moveIssue(api: LinearApi, id: string, state: TicketState): Promise<void> {
  const missing = noIssue(id);
  const data = await queryLinear(api, statesQuery, { id: checkIssueId(id) }, missing);
  const { issue } = readAs(api, States, data);
  if (issue.trashed === true) throw new ServiceError(missing, { status: 404, scope: "request" });
  if (ticketOf(issue).state === state) return;
  const requested = targets[state];
  const [target] = issue.team.states.nodes
    .filter(({ type }) => requested.includes(type))
    .toSorted((a, b) => requested.indexOf(a.type) - requested.indexOf(b.type) || a.position - b.position);
  if (target === undefined)
    throw new ServiceError(
      `The team of ${issue.identifier} has no ${state === "closed" ? "completed" : "open"} state in Linear.`,
      {
        scope: "request",
      },
    );
  await queryLinear(api, updateMutation, { id, input: { stateId: target.id } }, missing);
}

export function noIssue(id: string): string {
  return `Linear has no issue with the id ${id}: it was deleted, or the API key has no access to it.`;
}
