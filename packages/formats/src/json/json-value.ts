/** A parsed JSON object. Reports are untrusted, so the type of each field must be checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the value if it is an object (not an array, not null). */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** Returns the objects among the elements of an array; empty for any other value. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonObject => asObject(entry) !== undefined) : [];
}

/** Returns the value if it is a string. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the value if it is a positive integer. */
export function asPositiveInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Returns the value if it is 0 or a positive integer. */
export function asCount(value: unknown): number | undefined {
  return value === 0 ? 0 : asPositiveInteger(value);
}

/** Returns the strings among the elements of an array; empty for any other value. */
export function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}

/** Returns a scalar as text; undefined for any other value. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
}

/** Returns the value if it is a number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
