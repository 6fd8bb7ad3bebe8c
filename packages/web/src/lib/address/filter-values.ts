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

type Filter = string | number | true | readonly (string | number)[] | undefined;

/** Adds filters to a search: values are added to those of the same filter, and anything else is replaced if it is set. */
export function withFilters<Search extends object>(search: Search, filters: Readonly<Record<string, Filter>>): Search {
  const before = search as Readonly<Record<string, Filter>>;
  const added = Object.entries(filters).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const known = before[name];
    const isAdded = typeof value === "object" && typeof known === "object";
    return [[name, isAdded ? [...new Set([...known, ...value])] : value] as const];
  });
  return { ...search, ...Object.fromEntries(added) };
}
