import { z } from "zod";
import { textOf } from "#connectors/responses.ts";
import type { JiraApi } from "./api.ts";
import { renderAdf } from "#connectors/markup/adf.ts";
import { plainLines } from "@plumb/contract/text/plain.ts";
import type { NewTicket, TicketField } from "#connectors/offers.ts";
import { listOf } from "#connectors/search-text.ts";
import { ServiceError } from "#connectors/service-error.ts";
import { boundedList } from "#outgoing/bounded-list.ts";

const maxAllowedValues = 50_000;
const maxChoices = 500;

export const FieldMeta = z.object({
  fieldId: z.string(),
  name: z.string(),
  required: z.boolean(),
  hasDefaultValue: z.boolean().optional(),
  schema: z.object({ type: z.string(), items: z.string().optional(), custom: z.string().optional() }).optional(),
  allowedValues: boundedList(z.unknown(), maxAllowedValues).optional(),
});
export type FieldMeta = z.infer<typeof FieldMeta>;

const Allowed = z.object({
  id: z.string(),
  name: z.string().optional(),
  value: z.string().optional(),
  children: boundedList(z.object({ id: z.string(), value: z.string().optional() })).optional(),
});
type Choices = TicketField["choices"];

/** Filled by `create`, or by Jira with the account of the credentials. */
const filled: ReadonlySet<string> = new Set(["project", "issuetype", "summary", "description", "reporter"]);
/** Optional fields that are useful enough for the form. */
const useful: ReadonlySet<string> = new Set(["priority", "labels", "components", "versions", "fixVersions"]);

/** How a value is sent. Part of the field's id, so that `create` does not have to read the fields again. */
const shapes = [
  "text",
  "document",
  "number",
  "date",
  "datetime",
  "words",
  "estimate",
  "ref",
  "refs",
  "cascade",
] as const;
type Shape = (typeof shapes)[number];

const kinds: Readonly<Record<Shape, TicketField["kind"]>> = {
  text: "text",
  document: "text",
  number: "number",
  date: "date",
  datetime: "date",
  words: "text",
  estimate: "text",
  ref: "choice",
  refs: "choices",
  cascade: "choice",
};
const labels: Readonly<Partial<Record<Shape, string>>> = {
  words: " (separated by commas)",
  estimate: ": original estimate, such as 2d 4h",
};

/**
 * Returns the fields of a form for a new issue.
 *
 * @throws ServiceError if Jira requires a field that has no supported type.
 */
export function ticketFields(api: JiraApi, metas: readonly FieldMeta[], issueType: string): readonly TicketField[] {
  const requested = metas.filter(
    (meta) =>
      !filled.has(meta.fieldId) && ((meta.required && meta.hasDefaultValue !== true) || useful.has(meta.fieldId)),
  );
  const missing: string[] = [];
  const fields = requested.flatMap((meta): TicketField[] => {
    const choices = choicesOf(meta);
    const shape = shapeOf(api, meta, choices);
    const isRequired = meta.required && meta.hasDefaultValue !== true;
    if (shape === null) {
      if (isRequired) missing.push(`${textOf(meta.name, meta.fieldId)} (${meta.schema?.type ?? "unknown type"})`);
      return [];
    }
    const id = `${shape}:${meta.fieldId}`;
    return [{ id, label: `${meta.name}${labels[shape] ?? ""}`, kind: kinds[shape], required: isRequired, choices }];
  });
  if (missing.length === 0) return fields;
  throw new ServiceError(
    `Jira requires fields for new issues of type ${issueType} that cannot be filled from here: ${missing.join(", ")}. In Jira, make them optional or give them a default value, or choose another issue type.`,
    { scope: "request" },
  );
}

function shapeOf(api: JiraApi, { schema, fieldId }: FieldMeta, choices: Choices): Shape | null {
  const type = schema?.type ?? "";
  const hasChoices = choices.length > 0;
  if (type === "string") return api.isCloud && schema?.custom?.endsWith(":textarea") === true ? "document" : "text";
  if (type === "number" || type === "date" || type === "datetime") return type;
  if (type === "timetracking") return "estimate";
  if (type === "option-with-child") return hasChoices ? "cascade" : null;
  if (type === "array" && schema?.items === "string" && !hasChoices) return "words";
  // Only a list of allowed values has ids: a version is sent with its id, not with its name.
  if (type === "array") return hasChoices ? "refs" : null;
  return hasChoices && fieldId !== "parent" ? "ref" : null;
}

function choicesOf({ allowedValues = [], schema }: FieldMeta): Choices {
  const all = allowedValues.slice(0, maxChoices).flatMap((value) => {
    const read = Allowed.safeParse(value);
    if (!read.success) return [];
    const { id, name, value: text, children = [] } = read.data;
    const label = name ?? text ?? id;
    const nested = schema?.type === "option-with-child" ? children : [];
    return [
      { value: id, label },
      ...nested.map((child) => ({ value: `${id}/${child.id}`, label: `${label} / ${child.value ?? child.id}` })),
    ];
  });
  return all.slice(0, maxChoices);
}

/** Returns the values of fields as Jira expects them. Empty values are left out. */
export function fieldValues(input: NewTicket["fields"]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(input)) {
    const [, name = "", fieldId = ""] = /^([a-z]+):([\w.-]+)$/.exec(id) ?? [];
    const shape = shapes.find((one) => one === name);
    const items = typeof value === "string" ? [value.trim()] : value;
    if (shape === undefined || items.every((item) => item === "")) continue;
    values[fieldId] = shapedValue(shape, fieldId, value);
  }
  return values;
}

function shapedValue(shape: Shape, fieldId: string, value: string | readonly string[]): unknown {
  const text = plainLines(typeof value === "string" ? value : value.join(", ")).trim();
  if (shape === "refs") return (typeof value === "string" ? [value] : value).map((id) => ({ id }));
  if (shape === "ref") return { id: text };
  if (shape === "words") return listOf(value).map((word) => word.replaceAll(/\s+/g, "-"));
  if (shape === "estimate") return { originalEstimate: text };
  // A line break in a paragraph is an error.
  if (shape === "document") return renderAdf(text.split("\n").map((line) => ({ kind: "paragraph", content: [line] })));
  if (shape === "datetime") return /T/.test(text) ? text : `${text}T00:00:00.000+0000`;
  if (shape === "cascade") {
    const [id = "", child] = text.split("/");
    return child === undefined ? { id } : { id, child: { id: child } };
  }
  if (shape !== "number") return text;
  if (!Number.isFinite(Number(text)))
    throw new ServiceError(`The field ${fieldId} must be a number.`, { scope: "request" });
  return Number(text);
}
