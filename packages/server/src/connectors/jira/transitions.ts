import { z } from "zod";
import type { JiraApi } from "./api.ts";
import { checkIssueId, readIssue } from "./tickets.ts";
import type { Ticket, TicketState } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { boundedList, boundedRecord } from "#outgoing/bounded-list.ts";

const TransitionField = z.object({
  name: z.string(),
  required: z.boolean(),
  hasDefaultValue: z.boolean().optional(),
  allowedValues: boundedList(z.object({ id: z.string(), name: z.string().optional() }))
    .optional()
    .catch(undefined),
});
const Transition = z.object({
  id: z.string(),
  name: z.string(),
  isAvailable: z.boolean().optional(),
  to: z.object({ name: z.string(), statusCategory: z.object({ key: z.string() }) }),
  fields: boundedRecord(TransitionField).optional(),
});
type Transition = z.infer<typeof Transition>;

/** Categories of statuses, the best first. A reopened issue is not in progress until someone works on it. */
const targets: Readonly<Record<TicketState, readonly string[]>> = {
  closed: ["done"],
  open: ["new", "undefined", "indeterminate"],
};

/** Transitions that are tried; each is a request. */
const maxTried = 10;

/** Moves an issue to a status of the wanted category. Names of statuses and transitions differ between projects. */
export async function moveIssue(api: JiraApi, id: string, state: TicketState): Promise<void> {
  const ticket = await readIssue(api, checkIssueId(id));
  if (ticket === null) throw noIssueError(id);
  if (ticket.state === state) return;
  const url = `${api.url}/issue/${id}/transitions`;
  const { body } = await callApi(api, {
    method: "GET",
    url: `${url}?expand=transitions.fields`,
    refusals: noIssue(id),
  });
  const { transitions } = readAs(api, z.object({ transitions: boundedList(Transition) }), body);
  let refused: unknown = null;
  for (const { transition, fields } of choose(transitions, ticket, state)) {
    const change = { transition: { id: transition.id }, ...(Object.keys(fields).length > 0 && { fields }) };
    try {
      await callApi(api, { method: "POST", url, body: change, refusals: noIssue(id) });
      return;
    } catch (error) {
      // Workflows have conditions that the list of transitions does not contain.
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
      refused ??= error;
    }
  }
  throw refused;
}

/** Returns the usable transitions, the best first. */
function choose(
  transitions: readonly Transition[],
  ticket: Ticket,
  state: TicketState,
): readonly { readonly transition: Transition; readonly fields: Record<string, unknown> }[] {
  const requested = targets[state];
  const possible = transitions
    .filter(({ to, isAvailable }) => isAvailable !== false && requested.includes(to.statusCategory.key))
    .toSorted((a, b) => requested.indexOf(a.to.statusCategory.key) - requested.indexOf(b.to.statusCategory.key));
  const where = `${ticket.key} from "${ticket.stateName}"`;
  if (possible.length === 0) {
    const goal = state === "closed" ? "a status that is done" : "a status that is not done";
    throw new ServiceError(`The workflow in Jira has no transition of ${where} to ${goal}. Move the issue in Jira.`, {
      scope: "request",
    });
  }
  const tried = possible.map((transition) => ({ transition, ...requiredFields(transition) }));
  const usable = tried.filter(({ missing }) => missing.length === 0);
  if (usable.length > 0) return usable.slice(0, maxTried);
  const [first] = tried;
  const names = first?.missing.join(", ") ?? "";
  throw new ServiceError(
    `The transition "${first?.transition.name ?? ""}" of ${where} requires fields that cannot be filled from here: ${names}. Move the issue in Jira.`,
    { scope: "request" },
  );
}

/** Fills a required resolution, because one value is right for all fixed failures. Other required fields have no such value. */
function requiredFields({ fields = {} }: Transition): { fields: Record<string, unknown>; missing: readonly string[] } {
  const values: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const [id, { name, required, hasDefaultValue, allowedValues = [] }] of Object.entries(fields)) {
    if (!required || hasDefaultValue === true) continue;
    const done =
      id === "resolution" ? allowedValues.find((value) => /^(fixed|done)$/i.test(value.name ?? "")) : undefined;
    if (done === undefined) missing.push(name);
    else values[id] = { id: done.id };
  }
  return { fields: values, missing };
}

export function noIssue(id: string) {
  const missing = `Jira has no issue with the id ${id}: it was deleted, or this account has no access to it.`;
  return { missing, missingScope: "request" } as const;
}

function noIssueError(id: string): ServiceError {
  const { missing, missingScope } = noIssue(id);
  return new ServiceError(missing, { status: 404, scope: missingScope });
}
