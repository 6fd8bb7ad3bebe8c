import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import { type AzureApi, azureApi, azureUrl } from "./api.ts";
import {
  attachToWorkItem,
  moveWorkItem,
  patchOf,
  patchWorkItem,
  queryIds,
  readHistory,
  readTickets,
  readWorkItems,
  statesReader,
  ticketFields,
  ticketOf,
  WorkItem,
} from "./tickets.ts";
import { azureWebhook } from "./webhook.ts";
import {
  descriptionField,
  descriptionFieldOf,
  fieldValues,
  noType,
  projectUrl,
  readFields,
  reproStepsField,
} from "./work-item-types.ts";
import { field } from "#connectors/connector.ts";
import { containsMark, maxCreatedDays } from "#connectors/hidden-mark.ts";
import { renderWithin } from "#connectors/markup/fit.ts";
import { renderHtml } from "#connectors/markup/html.ts";
import { maxReadable } from "#connectors/markup/limits.ts";
import { plainTitle } from "#connectors/markup/plain.ts";
import type { Connection, Ticket, Tracker } from "#connectors/offers.ts";
import type { Block } from "@plumb/contract/text/rich-text.ts";
import { addressWithin, searchWords } from "#connectors/search-text.ts";
import { callApi, fileTimeoutMs, readAs } from "#connectors/service-api.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";

const maxTitle = 255;
/** Maximum number of work items with descriptions per request. */
const batchSize = 50;
const maxCreated = 200;

export const azureTracker: Tracker = {
  bindingFields: [
    field({ name: "project", label: "Project", kind: "text", placeholder: "Shop" }),
    field({ name: "workItemType", label: "Work item type", kind: "text", initial: "Bug" }),
    field({
      name: "areaPath",
      label: "Area path",
      kind: "text",
      required: false,
      placeholder: "Shop\\Checkout",
      hint: "The area of new work items; the area of the project by default.",
    }),
  ],
  bindingName: ({ project = "" }) => project,
  async testBinding(connection) {
    const { api, project, type } = open(connection);
    const name = await projectName(api, project);
    const typeAddress = azureUrl(projectUrl(api, project), `wit/workitemtypes/${encodeURIComponent(type)}`);
    const typeResponse = await callApi(api, { method: "GET", url: typeAddress, refusals: noType(project, type) });
    return `Work items of type ${textOf(readAs(api, z.object({ name: z.string() }), typeResponse.body).name, type)} will be created in ${textOf(name, project)}.`;
  },
  async describe(connection) {
    const { api, project, type } = open(connection);
    return readFields(api, project, type);
  },
  async create(connection, { title, description, fields, mark }) {
    const { api, project, type } = open(connection);
    const areaPath = (connection.binding["areaPath"] ?? "").trim();
    // A later value replaces an earlier one, so that no field of the form replaces Plumb's own.
    const values = new Map<string, unknown>([
      ...fieldValues(fields),
      ["System.Title", plainTitle(title, maxTitle)],
      [await descriptionFieldOf(api, project, type), renderText(description, [markBlock(mark)])],
      ...(areaPath === "" ? [] : [["System.AreaPath", areaPath] as const]),
    ]);
    const response = await callApi(api, {
      method: "POST",
      url: azureUrl(projectUrl(api, project), `wit/workitems/$${encodeURIComponent(type)}`),
      body: patchOf([...values]),
      headers: { "content-type": "application/json-patch+json" },
      refusals: noType(project, type),
    });
    const item = readAs(api, WorkItem, response.body);
    // The work item exists, so an error while reading the states must not lead to a second one.
    return ticketOf(api, item, await statesReader(api)(item).catch(() => []));
  },
  async findCreated(connection, mark) {
    // Queries of these fields are exact, whereas a search for words in descriptions uses an index that may be outdated. A tag per ticket would
    // require another permission, and would stay in the tag list.
    const { api, project } = open(connection);
    const ids = await queryIds(
      api,
      project,
      `[System.CreatedBy] = @Me AND [System.CreatedDate] >= @Today - ${maxCreatedDays}`,
      maxCreated,
    );
    for (let from = 0; from < ids.length; from += batchSize) {
      const names = [...ticketFields, descriptionField, reproStepsField];
      const items = await readWorkItems(api, ids.slice(from, from + batchSize), names);
      const found = items.find(({ fields }) =>
        [fields[descriptionField], fields[reproStepsField]].some(
          (text) => typeof text === "string" && containsMark(text, mark),
        ),
      );
      if (found !== undefined) return ticketOf(api, found, await statesReader(api)(found));
    }
    return null;
  },
  async find(connection, text) {
    const { api, project } = open(connection);
    const id = idFrom(api, text);
    const own = id === null ? null : await readOwnItem(connection, id);
    const byId = own === null ? [] : [own];
    const isNumber = /^\d+$/.test(text.trim());
    const words = URL.canParse(text.trim()) || (id !== null && !isNumber) ? [] : searchWords(text);
    if (words.length === 0) return byId;
    // Words consist of letters and digits, so that nothing terminates the quoted text.
    const condition = words.map((word) => `[System.Title] CONTAINS '${word}'`).join(" AND ");
    const found = [...(await readTickets(api, await queryIds(api, project, condition, 20))).values()];
    return [...byId, ...found.filter((ticket) => ticket.id !== id)].slice(0, 20);
  },
  readOwn: readOwnItem,
  readMany: (connection, ids) => readTickets(azureApi(connection), ids),
  comment: (connection, id, content) =>
    // A new history value is a comment. The comments endpoint is a preview.
    patchWorkItem(azureApi(connection), id, [["System.History", renderText(content, [])]]),
  hasComment: async (connection, id, address) =>
    (await readHistory(azureApi(connection), id)).some((text) => containsMark(text, address)),
  changeState: (connection, id, state) => moveWorkItem(azureApi(connection), id, state),
  async attachFile(connection, id, { name, bytes }) {
    const { api, project } = open(connection);
    const url = azureUrl(projectUrl(api, project), "wit/attachments", `fileName=${encodeURIComponent(name)}&`);
    const content = { type: "application/octet-stream", bytes };
    const { body } = await callApi(api, { method: "POST", url, content, timeoutMs: fileTimeoutMs });
    await attachToWorkItem(api, id, readAs(api, z.object({ url: z.string() }), body).url);
  },
  webhook: azureWebhook,
};

function open(connection: Connection): { api: AzureApi; project: string; type: string } {
  const project = (connection.binding["project"] ?? "").trim();
  const type = (connection.binding["workItemType"] ?? "").trim();
  if (project === "") throw new OutgoingError("Enter the project.");
  if (type === "") throw new OutgoingError("Enter the work item type, for example Bug.");
  return { api: azureApi(connection), project, type };
}

/** Returns a work item of the connection's project. The project may be configured by its id, so its name is read if it differs. */
async function readOwnItem(connection: Connection, id: string): Promise<Ticket | null> {
  const { api, project } = open(connection);
  const [item] = await readWorkItems(api, [id]);
  if (item === undefined) return null;
  const location = item.fields["System.TeamProject"].toLowerCase();
  const isOwn = location === project.toLowerCase() || location === (await projectName(api, project)).toLowerCase();
  return isOwn ? ticketOf(api, item, await statesReader(api)(item)) : null;
}

async function projectName(api: AzureApi, project: string): Promise<string> {
  const missing = `Azure DevOps has no project ${project} in this organization, or the access token has no access to it.`;
  const url = azureUrl(api.url, `projects/${encodeURIComponent(project)}`);
  const { body } = await callApi(api, { method: "GET", url, refusals: { missing } });
  return readAs(api, z.object({ name: z.string() }), body).name;
}

function renderText(blocks: readonly Block[], last: readonly Block[]): string {
  const limit = { maxLength: maxReadable, service: "Azure Boards" };
  return renderWithin(blocks, last, { ...limit, render: renderHtml, length: ({ length }) => length });
}

/** Azure Boards removes hidden text. */
function markBlock(mark: string): Block {
  return { kind: "paragraph", content: ["Reference: ", { code: mark }] };
}

/** Returns the id in "#12", "12" or the address of a work item. */
function idFrom(api: AzureApi, text: string): string | null {
  const input = text.trim();
  const [, number] = /^#?(\d{1,10})$/.exec(input) ?? [];
  if (number !== undefined) return number;
  const url = addressWithin(input, api.url);
  return url === null
    ? null
    : (/\/_workitems\/edit\/(\d{1,10})(?:\/|$)/.exec(url.pathname)?.[1] ??
        url.searchParams.get("workitem")?.match(/^\d{1,10}$/)?.[0] ??
        null);
}
