import { AdfDocument } from "./adf.ts";

/** Type of a field, as in the metadata of Jira. */
interface FieldSchema {
  readonly type?: string;
  readonly items?: string;
  readonly custom?: string;
}

const isText = (value: unknown): value is string => typeof value === "string";
const hasId = (value: unknown) =>
  typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

/**
 * Returns Jira's message about a value of a wrong type; `null` for a right one. Texts of several lines are documents in Jira Cloud, and texts in Jira Data
 * Center, where users have names and no account ids.
 */
export function valueError(
  { type = "", items, custom = "" }: FieldSchema,
  value: unknown,
  isCloud: boolean,
): string | null {
  if (type === "string" && isCloud && custom.endsWith(":textarea"))
    return AdfDocument.safeParse(value).success
      ? null
      : "Operation value must be an Atlassian Document (see the documentation)";
  if (type === "string") return isText(value) ? null : "Operation value must be a string";
  if (type === "number") return typeof value === "number" ? null : "Operation value must be a number";
  if (type === "date") return isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) ? null : "Error parsing date string";
  if (type === "datetime")
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/.test(String(value)) ? null : "Error parsing time";
  if (type === "array") {
    if (!Array.isArray(value)) return "data was not an array";
    const isRight = items === "string" ? (one: unknown) => isText(one) && !/\s/.test(one) : hasId;
    return value.every(isRight)
      ? null
      : items === "string"
        ? "The label contains spaces which is invalid."
        : "data was not an object";
  }
  if (type === "user") {
    const key = isCloud ? "accountId" : "name";
    return typeof value === "object" && value !== null && key in value
      ? null
      : `expected '${key}' property to be a string`;
  }
  if (type === "timetracking") return typeof value === "object" ? null : "data was not an object";
  return hasId(value) ? null : "data was not an object";
}
