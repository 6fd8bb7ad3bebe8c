import { z } from "zod";
import type { Tool } from "./tool.ts";
import { projectIdInput } from "./tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the body of a request without what some clients and models send although the schema does not allow it: `null` for values that are left out,
 * numbers as text, and numbers for texts such as a pull request.
 */
export function tolerate(body: unknown, tools: readonly Tool[]): unknown {
  if (Array.isArray(body)) return body.map((message) => tolerate(message, tools));
  if (!isFields(body) || !("params" in body)) return body;
  const { params, ...message } = body;
  if (params === null) return message;
  if (!isFields(params) || body["method"] !== "tools/call") return body;
  const shape = tools.find(({ name }) => name === params["name"])?.input.shape ?? {};
  const input = isFields(params["arguments"]) ? params["arguments"] : {};
  const entries = Object.entries(input).filter(([, value]) => value !== null);
  const repaired = entries.map(([name, value]) => [name, asAccepted(value, { ...projectIdInput, ...shape }[name])]);
  return { ...message, params: { ...params, arguments: Object.fromEntries(repaired) as Fields } };
}

/** Returns a number as a text, or the other way round, if the field accepts only that. */
function asAccepted(value: unknown, field: z.core.$ZodType | undefined): unknown {
  const other =
    typeof value === "number"
      ? String(value)
      : typeof value === "string" && /^\d{1,15}$/.test(value)
        ? Number(value)
        : value;
  if (field === undefined || other === value) return value;
  const accepts = (each: unknown) => z.safeParse(field, each).success;
  return !accepts(value) && accepts(other) ? other : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
