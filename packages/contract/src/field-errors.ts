import type { z } from "zod";

/** Messages by field of a body or query. A field is a dotted path, such as `settings.retentionDays`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** Returns the default message for a schema error, for the `error` option of zod. */
export function fieldSentence(issue: z.core.$ZodRawIssue): string {
  const path = issue.path ?? [];
  if (path.length === 0 && isMissing(issue.input)) return "The request needs a JSON body";
  return `${fieldWord(path)} ${requirement(issue)}`;
}

/** Returns the same messages for blank fields, so that a form can check them before sending. */
export function blankErrors<Field extends string>(
  values: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): FieldErrors {
  const blank = fields.filter((field) => values[field].trim() === "");
  return Object.fromEntries(blank.map((field) => [field, `${fieldWord([field])} is required`]));
}

/**
 * Returns the name of a field: "Retention days" for `settings.retentionDays`, "Tags" for `tags.3`, "The request" for
 * no field.
 */
export function fieldWord(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string");
  if (name === undefined) return "The request";
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[_-]/g, " ")
    .replaceAll(/\b(id|url|ids)\b/g, (short) => short.replace(/id|url/, (letters) => letters.toUpperCase()));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function requirement(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return isMissing(issue.input) ? "is required" : (kinds[issue.expected] ?? "is not valid");
    case "too_small":
      if (isCount(issue.origin) && Number(issue.minimum) === 1)
        return issue.origin === "string" ? "is required" : "must not be empty";
      return `must ${amount(issue.origin, "at least", issue.minimum, issue.inclusive ?? true)}`;
    case "too_big":
      return `must ${amount(issue.origin, "at most", issue.maximum, issue.inclusive ?? true)}`;
    case "invalid_format":
      return formats[issue.format] ?? "is not valid";
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
      return "is not valid";
  }
  return issue satisfies never;
}

const kinds: Readonly<Record<string, string>> = {
  number: "must be a number",
  int: "must be a whole number",
  string: "must be text",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be a JSON object",
  record: "must be a JSON object",
};

const formats: Readonly<Record<string, string>> = {
  email: "must be an email address",
  url: "must be a web address",
  date: "must be a date such as 2030-01-31",
  datetime: "must be a date and time such as 2030-01-31T09:00:00Z",
};

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

/** True for types that have a length (characters or entries) rather than a numeric value. */
function isCount(origin: string): boolean {
  return origin === "string" || origin === "array" || origin === "set";
}

function amount(origin: string, bound: "at least" | "at most", limit: number | bigint, inclusive: boolean): string {
  if (origin === "string") return `be ${bound} ${limit} characters long`;
  if (isCount(origin)) return `have ${bound} ${limit} ${Number(limit) === 1 ? "entry" : "entries"}`;
  if (inclusive) return `be ${bound} ${limit}`;
  return `be ${bound === "at least" ? "more" : "less"} than ${limit}`;
}
