import { z } from "zod";
import { filterValues } from "#runs/run-filters.ts";
import { parseQuery, type QueryLanguage } from "./query-language.ts";
import { maxQueryLength } from "./query-terms.ts";

/** Excluded values, as `tag:smoke`. Rows without a value of the field are not excluded. */
export function excluded(names: readonly string[]) {
  const isKnown = (value: string) => names.some((name) => value.startsWith(`${name}:`) && value !== `${name}:`);
  return filterValues
    .refine(
      (values) => values?.every(isKnown) !== false,
      `Begin each value with one of ${names.map((name) => `${name}:`).join(", ")}`,
    )
    .describe("Excluded values with their filter, such as tag:smoke");
}

/** Query parameter with a text in the query language. It is too long for a query if it has more than twice its characters. */
export const Query = z
  .string()
  .max(2 * maxQueryLength)
  .optional()
  .describe("Filters and search words in the query language, such as owner:@checkout -tag:smoke");

/**
 * Adds the filters of `q` to those of the other parameters. A filter cannot be in both, because neither could be dropped without saying so. Filters
 * with a default are replaced.
 */
export function withQuery<Shape extends z.ZodRawShape & { readonly q: typeof Query }>(
  schema: z.ZodObject<Shape>,
  language: QueryLanguage,
  defaults: Readonly<Record<string, string>> = {},
) {
  return schema.transform((value, context): z.output<z.ZodObject<Shape>> => {
    const given = value as Readonly<Record<string, unknown>>;
    if (typeof given["q"] !== "string") return value;
    const { filters, error } = parseQuery(language, given["q"]);
    if (error !== undefined) {
      context.addIssue({ code: "custom", path: ["q"], message: error.message });
      return z.NEVER;
    }
    for (const name of Object.keys(filters)) {
      if (given[name] === undefined || given[name] === defaults[name]) continue;
      context.addIssue({
        code: "custom",
        path: ["q"],
        message: `Pass ${name} in the query or as a parameter, not both`,
      });
      return z.NEVER;
    }
    return { ...value, ...filters };
  });
}
