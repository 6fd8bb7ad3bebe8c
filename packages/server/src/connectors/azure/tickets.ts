import { z } from "zod";
import { checkedTicket } from "#connectors/checked-ticket.ts";
import { type AzureApi, azureUrl } from "./api.ts";
import { type AzureState, projectUrl, readStates } from "./work-item-types.ts";
import type { Ticket, TicketState } from "#connectors/offers.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

export const WorkItem = z.object({
  id: z.number(),
  fields: z.looseObject({
    "System.Title": z.string(),
    "System.State": z.string(),
    "System.WorkItemType": z.string(),
    "System.TeamProject": z.string(),
    "System.AssignedTo": z.object({ displayName: z.string() }).nullish(),
  }),
});
export type WorkItem = z.infer<typeof WorkItem>;

export const ticketFields = [
  "System.Title",
  "System.State",
  "System.WorkItemType",
  "System.TeamProject",
  "System.AssignedTo",
];

/** Categories of states that count as closed. A resolved work item waits for a check, which Plumb makes. */
const closed: ReadonlySet<string> = new Set(["Resolved", "Completed", "Removed"]);
/** Categories, the best first. A reopened work item is not in progress until someone works on it. */
const targets: Readonly<Record<TicketState, readonly string[]>> = {
  closed: ["Completed", "Resolved"],
  open: ["Proposed", "InProgress"],
};

function checkWorkItemId(id: string): string {
  if (!/^\d{1,10}$/.test(id)) throw new OutgoingError(`This is not the id of a work item: ${id.slice(0, 100)}`);
  return id;
}

function workItemUrl(api: AzureApi, id: string): string {
  return azureUrl(api.url, `wit/workitems/${checkWorkItemId(id)}`);
}

/** Returns the states of types, read once for each type. */
export function statesReader(api: AzureApi): (item: WorkItem) => Promise<readonly AzureState[]> {
  const read = new Map<string, Promise<readonly AzureState[]>>();
  return ({ fields }) => {
    const [project, type] = [fields["System.TeamProject"], fields["System.WorkItemType"]];
    const key = `${project}/${type}`;
    const states = read.get(key) ?? readStates(api, project, type);
    read.set(key, states);
    return states;
  };
}

export function ticketOf(api: AzureApi, { id, fields }: WorkItem, states: readonly AzureState[]): Ticket {
  const stateName = fields["System.State"];
  const category = states.find(({ name }) => name === stateName)?.category ?? "InProgress";
  return checkedTicket("Azure DevOps", {
    id: String(id),
    key: `#${id}`,
    url: `${projectUrl(api, fields["System.TeamProject"])}/_workitems/edit/${id}`,
    title: fields["System.Title"],
    state: closed.has(category) ? "closed" : "open",
    stateName,
    withoutFix: category === "Removed",
    assignee: fields["System.AssignedTo"]?.displayName ?? null,
  });
}

/** Returns work items in the order of their ids. Those that do not exist are missing. At most 200 ids. */
export async function readWorkItems(
  api: AzureApi,
  ids: readonly string[],
  fields = ticketFields,
): Promise<readonly WorkItem[]> {
  if (ids.length === 0) return [];
  const body = { ids: ids.map((id) => Number(checkWorkItemId(id))), fields, errorPolicy: "omit" };
  const url = azureUrl(api.url, "wit/workitemsbatch");
  const response = await callApi(api, { method: "POST", url, body, isLong: true });
  const { value } = readAs(api, z.object({ value: boundedList(WorkItem.nullable()) }), response.body);
  // Each type needs a request for its states.
  return value.slice(0, ids.length).filter((item) => item !== null);
}

export async function readTickets(api: AzureApi, ids: readonly string[]): Promise<ReadonlyMap<string, Ticket>> {
  const statesOf = statesReader(api);
  const tickets = new Map<string, Ticket>();
  for (const item of await readWorkItems(api, ids))
    tickets.set(String(item.id), ticketOf(api, item, await statesOf(item)));
  return tickets;
}

/** Returns the ids of the newest work items that match a condition in WIQL, which contains no texts from users except words. */
export async function queryIds(
  api: AzureApi,
  project: string,
  condition: string,
  top: number,
): Promise<readonly string[]> {
  const query = `SELECT [System.Id] FROM WorkItems WHERE [System.TeamProject] = @project AND ${condition} ORDER BY [System.Id] DESC`;
  const url = azureUrl(projectUrl(api, project), "wit/wiql", `$top=${top}&`);
  const missing = `Azure DevOps has no project ${project} in this organization, or the access token has no access to it.`;
  const { body } = await callApi(api, { method: "POST", url, body: { query }, refusals: { missing } });
  const { workItems } = readAs(api, z.object({ workItems: boundedList(z.object({ id: z.number() })) }), body);
  return workItems.map(({ id }) => String(id));
}

/** Adds fields to a work item, as JSON Patch. */
export async function patchWorkItem(
  api: AzureApi,
  id: string,
  fields: readonly (readonly [string, unknown])[],
): Promise<void> {
  await callApi(api, {
    method: "PATCH",
    url: workItemUrl(api, id),
    body: patchOf(fields),
    headers: { "content-type": "application/json-patch+json" },
    refusals: noWorkItem(id),
  });
}

/** Links an uploaded file. https://learn.microsoft.com/rest/api/azure/devops/wit/work-items/update#add-an-attachment */
export async function attachToWorkItem(api: AzureApi, id: string, url: string): Promise<void> {
  const value = { rel: "AttachedFile", url, attributes: { comment: "Screenshot of the failure" } };
  await callApi(api, {
    method: "PATCH",
    url: workItemUrl(api, id),
    body: [{ op: "add", path: "/relations/-", value }],
    headers: { "content-type": "application/json-patch+json" },
    refusals: noWorkItem(id),
  });
}

/** States of a type that are tried; each is a request. */
const maxTried = 10;

const updatesPerPage = 200;
const maxUpdatePages = 20;

/** Returns the comments of a work item, oldest first, from up to 4,000 updates. */
export async function readHistory(api: AzureApi, id: string): Promise<readonly string[]> {
  const Updates = z.object({
    value: boundedList(
      z.object({
        fields: z
          .looseObject({ "System.History": z.object({ newValue: z.string().optional() }).optional() })
          .optional(),
      }),
    ),
  });
  const found: string[] = [];
  for (let page = 0; page < maxUpdatePages; page += 1) {
    const path = `wit/workitems/${checkWorkItemId(id)}/updates`;
    const url = azureUrl(api.url, path, `$top=${updatesPerPage}&$skip=${page * updatesPerPage}&`);
    const { body } = await callApi(api, { method: "GET", url, refusals: noWorkItem(id), isLong: true });
    const { value } = readAs(api, Updates, body);
    found.push(...value.flatMap(({ fields }) => fields?.["System.History"]?.newValue ?? []));
    if (value.length < updatesPerPage) break;
  }
  return found;
}

export function patchOf(fields: readonly (readonly [string, unknown])[]): readonly object[] {
  return fields.map(([name, value]) => ({ op: "add", path: `/fields/${name}`, value }));
}

/** Moves a work item to a state of the wanted category. Rules of a process may forbid some of them. */
export async function moveWorkItem(api: AzureApi, id: string, state: TicketState): Promise<void> {
  const [item] = await readWorkItems(api, [id]);
  if (item === undefined) throw new ServiceError(noWorkItem(id).missing, { status: 404, scope: "request" });
  const states = await statesReader(api)(item);
  if (ticketOf(api, item, states).state === state) return;
  const possible = targets[state].flatMap((category) => states.filter((one) => one.category === category));
  let refused: unknown = new ServiceError(
    `The type ${item.fields["System.WorkItemType"]} has no state in Azure Boards that is ${state}.`,
    { scope: "request" },
  );
  for (const { name } of possible.slice(0, maxTried)) {
    try {
      await patchWorkItem(api, id, [["System.State", name]]);
      return;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
      refused = error;
    }
  }
  throw refused;
}

function noWorkItem(id: string) {
  const missing = `Azure DevOps has no work item ${id}: it was deleted, or the access token has no access to it.`;
  return { missing, missingScope: "request" } as const;
}
