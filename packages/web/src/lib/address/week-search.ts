/** URL parameters of a week. Unset values are omitted. */
export interface WeekSearch {
  /** A week such as `2026-W47`. Defaults to the current week, on its Monday to the previous one. */
  readonly week?: string | undefined;
  readonly suite?: readonly string[] | undefined;
  readonly owner?: readonly string[] | undefined;
}

/** Limits of the server. */
const maxTextLength = 300;
const maxValues = 100;

/** Parses the URL parameters and ignores invalid values. */
export function weekSearch(raw: Record<string, unknown>): WeekSearch {
  const week = typeof raw["week"] === "string" ? raw["week"].toUpperCase() : "";
  const found: WeekSearch = {
    week: /^[1-9]\d{3}-W(?:0[1-9]|[1-4]\d|5[0-3])$/.test(week) ? week : undefined,
    suite: values(raw["suite"]),
    owner: values(raw["owner"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The router reads `owner=404` as a number. */
function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, maxTextLength).trim() : "";
}

/** Accepts one value or a list, and removes duplicates. `undefined` if the list is empty. */
function values(value: unknown): string[] | undefined {
  const all = (Array.isArray(value) ? value : [value]).map(text).filter((each) => each !== "");
  return all.length === 0 ? undefined : [...new Set(all)].slice(0, maxValues);
}
