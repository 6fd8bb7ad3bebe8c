import { filterValues } from "./filter-values.ts";

/** URL parameters of a week. Unset values are omitted. */
export interface WeekSearch {
  /** A week such as `2026-W47`. Defaults to the current week, on its Monday to the previous one. */
  readonly week?: string | undefined;
  readonly suite?: readonly string[] | undefined;
  readonly owner?: readonly string[] | undefined;
}

/** Parses the URL parameters and ignores invalid values. */
export function weekSearch(raw: Record<string, unknown>): WeekSearch {
  const week = typeof raw["week"] === "string" ? raw["week"].toUpperCase() : "";
  const found: WeekSearch = {
    week: /^[1-9]\d{3}-W(?:0[1-9]|[1-4]\d|5[0-3])$/.test(week) ? week : undefined,
    suite: filterValues(raw["suite"]),
    owner: filterValues(raw["owner"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
