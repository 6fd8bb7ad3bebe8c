/**
 * Columns as PostgreSQL writes arrays. The driver would make the same text, but quotes and escapes every number by itself;
 * for a batch of results that took longer than composing it.
 */
export function numbers(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

export function booleans(values: readonly boolean[]): string {
  return `{${values.join(",")}}`;
}

export function texts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "NULL" : quoted(value))).join(",")}}`;
}

function quoted(text: string): string {
  return text.includes('"') || text.includes("\\") ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : `"${text}"`;
}
