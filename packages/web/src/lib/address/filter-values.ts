/** Limits of the server. */
const maxTextLength = 300;
const maxValues = 100;

/** The router reads `tag=404` as a number. */
export function filterText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, maxTextLength).trim() : "";
}

/** Accepts one value or a list, and removes duplicates. `undefined` if the list is empty. */
export function filterValues(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).map(filterText).filter((each) => each !== "");
  return all.length === 0 ? undefined : [...new Set(all)].slice(0, maxValues);
}
