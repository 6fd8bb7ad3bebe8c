import { z } from "zod";
import { type AzureApi, azureUrl } from "./api.ts";
import type { NewTicket, TicketField } from "#connectors/offers.ts";
import { plainLines } from "@plumb/contract/text/plain.ts";
import { renderHtml } from "#connectors/markup/html.ts";
import { callApi, readAs } from "#connectors/service-api.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const maxAllowedValues = 50_000;
const maxChoices = 500;

const TypeField = z.object({
  referenceName: z.string(),
  name: z.string(),
  alwaysRequired: z.boolean().optional(),
  defaultValue: z.unknown().optional(),
  allowedValues: boundedList(z.unknown(), maxAllowedValues).optional(),
});
const State = z.object({ name: z.string(), category: z.string() });
export type AzureState = z.infer<typeof State>;

export const descriptionField = "System.Description";
/** Bugs of most processes show this field instead of the description. */
export const reproStepsField = "Microsoft.VSTS.TCM.ReproSteps";

/** Filled by `create` or by Azure DevOps. */
const filled: ReadonlySet<string> = new Set([
  "System.Title",
  "System.State",
  "System.Reason",
  "System.AreaId",
  "System.AreaPath",
  "System.IterationId",
  "System.IterationPath",
  "System.TeamProject",
  "System.WorkItemType",
  descriptionField,
  reproStepsField,
]);
/** Optional fields that are useful enough for the form. */
const useful: ReadonlySet<string> = new Set(["Microsoft.VSTS.Common.Priority", "Microsoft.VSTS.Common.Severity"]);

type Shape = "string" | "html" | "number" | "date" | "boolean" | "choice";
const kinds: Readonly<Record<Shape, TicketField["kind"]>> = {
  string: "text",
  html: "text",
  number: "number",
  date: "date",
  boolean: "choice",
  choice: "choice",
};
/** Shapes by Azure DevOps field type. Identities and paths cannot be entered. */
const shapes: Readonly<Partial<Record<string, Shape>>> = {
  string: "string",
  plainText: "string",
  html: "html",
  integer: "number",
  double: "number",
  dateTime: "date",
  boolean: "boolean",
};

/** Values are texts, or numbers in fields such as the priority. */
function textOfValue(value: unknown): readonly string[] {
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

export function projectUrl(api: AzureApi, project: string): string {
  return `${api.url}/${encodeURIComponent(project)}`;
}

export function noType(project: string, type: string): { missing: string } {
  return { missing: `The project ${project} has no work item type ${type}, or the access token has no access to it.` };
}

/**
 * Returns the fields of a form for a new work item.
 *
 * @throws ServiceError if a required field has no supported type.
 */
export async function readFields(api: AzureApi, project: string, type: string): Promise<readonly TicketField[]> {
  const fields: TicketField[] = [];
  const unsupported: string[] = [];
  for (const field of await typeFields(api, project, type)) {
    const hasDefault = field.defaultValue !== undefined && field.defaultValue !== null && field.defaultValue !== "";
    const required = field.alwaysRequired === true && !hasDefault;
    if (filled.has(field.referenceName) || !(required || useful.has(field.referenceName))) continue;
    const { name: label } = field;
    const allowed = (field.allowedValues ?? []).slice(0, maxChoices).flatMap(textOfValue);
    // This list does not contain the field types.
    const shape = allowed.length > 0 ? "choice" : await shapeOf(api, field.referenceName);
    const values = shape === "boolean" ? ["true", "false"] : allowed;
    if (shape !== null)
      fields.push({
        id: `${shape}:${field.referenceName}`,
        label,
        kind: kinds[shape],
        required,
        choices: values.map((value) => ({ value, label: value })),
      });
    else if (required) unsupported.push(label);
  }
  if (unsupported.length === 0) return fields;
  throw new ServiceError(
    `Azure DevOps requires fields for new work items of type ${type} that cannot be filled from here: ${unsupported.join(", ")}. In the process, make them optional or give them a default value, or choose another work item type.`,
    { scope: "request" },
  );
}

/** Returns the field that shows the description of a type. A description in any other field would be invisible. */
export async function descriptionFieldOf(api: AzureApi, project: string, type: string): Promise<string> {
  const fields = await typeFields(api, project, type);
  return fields.some(({ referenceName }) => referenceName === reproStepsField) ? reproStepsField : descriptionField;
}

/** Returns the states of a type; empty if the type was deleted. */
export async function readStates(api: AzureApi, project: string, type: string): Promise<readonly AzureState[]> {
  const url = azureUrl(projectUrl(api, project), `wit/workitemtypes/${encodeURIComponent(type)}/states`);
  const { status, body } = await callApi(api, { method: "GET", url, accept: [404] });
  return status === 404 ? [] : readAs(api, z.object({ value: boundedList(State) }), body).value;
}

async function typeFields(api: AzureApi, project: string, type: string): Promise<readonly z.infer<typeof TypeField>[]> {
  const path = `wit/workitemtypes/${encodeURIComponent(type)}/fields`;
  const url = azureUrl(projectUrl(api, project), path, "$expand=all&");
  const { body } = await callApi(api, { method: "GET", url, refusals: noType(project, type), isLong: true });
  return readAs(api, z.object({ value: boundedList(TypeField) }), body).value;
}

async function shapeOf(api: AzureApi, referenceName: string): Promise<Shape | null> {
  const url = azureUrl(api.url, `wit/fields/${encodeURIComponent(referenceName)}`);
  const { body } = await callApi(api, { method: "GET", url });
  const shape = z.object({ type: z.string(), isIdentity: z.boolean().optional() });
  const { type, isIdentity } = readAs(api, shape, body);
  return isIdentity === true ? null : (shapes[type] ?? null);
}

/** Returns field values by reference name, without empty ones. */
export function fieldValues(input: NewTicket["fields"]): readonly (readonly [string, unknown])[] {
  return Object.entries(input).flatMap(([id, value]): (readonly [string, unknown])[] => {
    const [, shape, name] = /^([a-z]+):([\w.]+)$/.exec(id) ?? [];
    const text = plainLines(typeof value === "string" ? value : value.join("; ")).trim();
    if (shape === undefined || name === undefined || text === "") return [];
    const lines = text.split("\n").map((line) => ({ kind: "paragraph", content: [line] }) as const);
    if (shape === "html") return [[name, renderHtml(lines)]];
    if (shape === "boolean") return [[name, text === "true"]];
    return [[name, shape === "number" ? Number(text) : text]];
  });
}
