/** Reading of JSON that anybody may have written: every field is of an unknown type until it was looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value if it is an object (not an array, not null). */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The objects among the elements of an array; empty for anything else. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonObject => asObject(entry) !== undefined) : [];
}

/** The value if it is a string. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value if it is a positive integer. */
export function asPositiveInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The strings among the elements of an array; empty for anything else. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** A scalar as text; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
}

/** Returns a number unchanged, undefined for anything else. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
