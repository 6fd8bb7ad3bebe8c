import type { ReportSort, SortOrder } from "@plumb/contract/runs/report-list.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import { parseQuery, type QueryFilters } from "@plumb/contract/query/query-language.ts";
import { reportQueries } from "@plumb/contract/query/query-languages.ts";
import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import { withFilters } from "./filter-values.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";

/** Filters with several values, in the order in which the page shows them. */
export const listFilters = [
  "status",
  "environment",
  "framework",
  "suite",
  "branch",
  "tag",
  "fact",
  "commitAuthor",
  "pullRequest",
  "owner",
] as const;

const statuses: readonly RunStatus[] = ["running", "completed", "failed", "interrupted"];
const sorts: readonly ReportSort[] = ["startTime", "duration", "passRate", "failed", "testSuite"];
/** Limits of the server. */
const maxTextLength = 200;
const maxValueLength = 300;
const maxValues = 100;

/** Parameters of the report list. `query` has an error; a query without one becomes the other parameters. */
export type ReportsSearch = ReportListSearch & { readonly query?: string | undefined };

/** Parses the URL parameters of the report list and ignores invalid values. A `query` is added to the filters. */
export function reportListSearch(raw: Record<string, unknown>): ReportsSearch {
  const found = parsedSearch(raw);
  const query = text(raw["query"], maxQueryLength);
  if (query === "") return found;
  const { filters } = parseQuery(reportQueries, query);
  return filters === undefined ? { ...found, query } : withReportQuery(found, filters);
}

/** Adds the filters of a query. Its search words replace the previous ones. */
export function withReportQuery(search: ReportsSearch, { search: q, ...filters }: QueryFilters): ReportListSearch {
  return parsedSearch({ ...withFilters({ ...search, q, query: undefined }, filters) });
}

function parsedSearch(raw: Readonly<Record<string, unknown>>): ReportListSearch {
  const q = text(raw["q"]);
  const author = text(raw["author"]);
  const status = values(raw["status"]).flatMap((value) => statuses.find((known) => known === value) ?? []);
  const sortBy = sorts.find((sort) => sort === raw["sortBy"]) ?? "startTime";
  const sortOrder: SortOrder = raw["sortOrder"] === "asc" ? "asc" : "desc";
  const startDate = day(raw["startDate"]);
  const endDate = day(raw["endDate"]);
  return {
    ...(q !== "" && { q }),
    ...(status.length > 0 && { status }),
    ...Object.fromEntries(
      [...listFilters, "not" as const]
        .filter((name) => name !== "status")
        .map((name) => [name, values(raw[name])] as const)
        .filter(([, found]) => found.length > 0),
    ),
    ...(author !== "" && { author }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(sortBy !== "startTime" && { sortBy }),
    ...((sortBy !== "startTime" || sortOrder !== "desc") && { sortOrder }),
  };
}

/** Returns whether filters other than the search are active. */
export function isFiltered({
  q: _words,
  query: _query,
  sortBy: _by,
  sortOrder: _order,
  ...filters
}: ReportsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Removes filters and search words, and keeps the order. */
export function withoutFilters({ sortBy, sortOrder }: ReportListSearch): ReportListSearch {
  return { ...(sortBy !== undefined && { sortBy }), ...(sortOrder !== undefined && { sortOrder }) };
}

/** Returns an author filter that matches exactly this name. If the name is too long for a filter, it matches the beginning. */
export function authorFilter(name: string): string {
  const full = `^${escaped(name)}$`;
  return full.length <= maxTextLength ? full : `^${escaped(name.slice(0, 49))}`;
}

function escaped(text: string): string {
  // The filter trims spaces around a `|`.
  return text.replaceAll(/[\\^$.*+?()[\]{}]/g, String.raw`\$&`).replaceAll("|", String.raw`\x7C`);
}

/** Returns whether two searches produce the same list. */
export function sameSearch(one: ReportListSearch, other: ReportListSearch): boolean {
  return JSON.stringify(canonicalSearch(one)) === JSON.stringify(canonicalSearch(other));
}

/** Returns the parameters in a fixed order, without defaults. */
export function canonicalSearch(search: ReportListSearch): ReportListSearch {
  return parsedSearch({ ...search });
}

/** The router reads `q=404` as a number. */
function text(value: unknown, max = maxTextLength): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, max) : "";
}

/** Accepts one value or a list, and removes duplicates. */
function values(value: unknown): string[] {
  const all = (Array.isArray(value) ? value : [value]).map((each) => text(each, maxValueLength).trim());
  return [...new Set(all)].filter((each) => each !== "").slice(0, maxValues);
}

function day(value: unknown): string | undefined {
  return typeof value === "string" && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
