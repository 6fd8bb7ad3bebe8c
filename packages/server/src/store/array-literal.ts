/**
 * Formats a column as a PostgreSQL array. The driver produces the same text, but quotes and escapes every number,
 * which took longer than the rest for a batch of results.
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
