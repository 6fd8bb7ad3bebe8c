import { expect, test } from "vitest";
import { z } from "zod";
import { bodyBytes } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { sendCommits } from "#runs/commits.ts";

type Schema = Record<string, unknown>;

/** Maximum length of string formats that have no explicit limit. */
const formats: Readonly<Record<string, number>> = { date: 10, "date-time": 40, uuid: 36 };

/** Returns the paths in a schema that have no size limit. */
function unbounded(schema: Schema, path = "$"): string[] {
  const { type, properties, items, additionalProperties, propertyNames } = schema;
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((name) => (schema[name] as Schema[] | undefined) ?? []);
  // A value must match all parts, so one limited part is enough.
  if (Array.isArray(schema["allOf"])) return branches.every((one) => unbounded(one).length > 0) ? [path] : [];
  const found = branches.flatMap((one) => unbounded(one, path));
  for (const [name, property] of Object.entries((properties as Record<string, Schema> | undefined) ?? {}))
    found.push(...unbounded(property, `${path}.${name}`));
  if (type === "array" && (schema["maxItems"] === undefined || items === undefined)) found.push(path);
  if (items !== undefined) found.push(...unbounded(items as Schema, `${path}[]`));
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties ?? {}).length > 0) {
    if (schema["maxProperties"] === undefined) found.push(path);
    found.push(...unbounded(additionalProperties as Schema, `${path}{}`));
    found.push(...unbounded(propertyNames as Schema, `${path}{name}`));
  }
  if (type === "string" && maxCharacters(schema) === Infinity) found.push(path);
  return found;
}

function maxCharacters({ maxLength, enum: values, const: value, format, pattern }: Schema): number {
  if (typeof maxLength === "number") return maxLength;
  if (Array.isArray(values)) return Math.max(...values.map((one) => String(one).length));
  if (typeof value === "string") return value.length;
  return formats[format as string] ?? (isFixedLength(pattern) ? 100 : Infinity);
}

/** True for patterns without `*`, `+` or an open range, such as `^#[0-9a-f]{6}$`. */
function isFixedLength(pattern: unknown): boolean {
  return typeof pattern === "string" && /^\^[^*+]*\$$/.test(pattern) && !/\{\d+,\}/.test(pattern);
}

/** Approximate length of the longest value that a schema accepts. Names and punctuation count as ten characters. */
function longest(schema: Schema): number {
  const { type, properties, items, additionalProperties } = schema;
  const branches = ["anyOf", "oneOf"].flatMap((name) => (schema[name] as Schema[] | undefined) ?? []);
  if (branches.length > 0) return Math.max(...branches.map(longest));
  if (type === "array") return Number(schema["maxItems"]) * (10 + longest(items as Schema));
  if (type === "object") {
    const named = Object.values((properties as Record<string, Schema> | undefined) ?? {});
    const others = Object.keys((additionalProperties as Schema | undefined) ?? {}).length > 0;
    const each = others ? 110 + longest(additionalProperties as Schema) : 0;
    return named.reduce((sum, one) => sum + 30 + longest(one), 0) + Number(schema["maxProperties"] ?? 0) * each;
  }
  return type === "string" ? maxCharacters(schema) : 20;
}

/** Senders split commits into requests by their size, so a request contains many small commits or few large ones. */
const splitBySize: ReadonlySet<unknown> = new Set([sendCommits]);

const inbound = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

test.for(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s accepts no unbounded list, text or map, and its body limit fits",
  ([, endpoint]) => {
    expect(unbounded(inbound(endpoint.params), "params")).toEqual([]);
    expect(unbounded(inbound(endpoint.query), "query")).toEqual([]);
    expect(unbounded(inbound(endpoint.body), "body")).toEqual([]);
    if (splitBySize.has(endpoint)) return;
    // Most characters of the world's scripts take up to three bytes in UTF-8.
    expect(3 * longest(inbound(endpoint.body))).toBeLessThanOrEqual(endpoint.bodyBytes ?? bodyBytes.usual);
  },
);

test("the check finds unbounded parts", () => {
  const open = z.object({
    list: z.array(z.string().max(5)),
    map: z.record(z.string().max(5), z.number()),
    text: z.string(),
  });
  expect(unbounded(inbound(open))).toEqual(["$.list", "$.map", "$.text"]);
  expect(unbounded(inbound(z.object({ deep: z.array(z.object({ ids: z.array(z.number()) })).max(3) })))).toEqual([
    "$.deep[].ids",
  ]);
});
