import { z } from "zod";
import { DayOrTimestamp, endpoint, Id, success, bodyBytes } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { Commit } from "./commit.ts";
import { excludable, reportQueries } from "#query/query-languages.ts";
import { excluded, Query, withQuery } from "#query/query-schema.ts";
import { Report, RunStatus } from "./reports.ts";

/** Maximum number of values per filter. */
const maxValues = 100;

/** Accepts one value or several: in a query, `?status=failed&status=running`. An empty value is ignored. */
function several<Value extends z.ZodType<string>>(value: Value) {
  const one = value.transform((only) => [only]);
  const values = z.array(z.union([value, z.literal("")])).max(maxValues);
  return z.union([one, values.transform((all) => all.filter((each) => each !== ""))]).optional();
}

const name = z.string().trim().min(1).max(300);

/** Filter for reports. A report must match every field that is set, and a field matches if one of its values does. */
export const ReportFilter = z.object({
  status: several(RunStatus),
  environment: several(name),
  framework: several(name),
  suite: several(name),
  branch: several(name),
  tag: several(name),
  /** `key=value`. A report must have one of the given values of each given key. */
  fact: several(name),
  commitAuthor: several(name),
  pullRequest: several(name),
  /** Reports with a failed test that belongs to one of these owners. Updated when a report ends and when owners change. */
  owner: several(name),
  /** Excluded values as `filter:value`. A report without a value, such as a report without tags, is not excluded. */
  not: excluded(excludable.reports),
  /**
   * Regular expression (RE2 syntax), case-insensitive, that matches part of a test author. Spaces around `|` are
   * trimmed. Invalid expressions are searched literally.
   */
  author: z.string().max(200).optional(),
  /** Reports that started at this time or later. A day begins at midnight. */
  startDate: DayOrTimestamp.optional(),
  /** Reports that started at this time or earlier. A day ends at the next midnight. */
  endDate: DayOrTimestamp.optional(),
  /** IANA name of the time zone for days. The default is the time zone in the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;

/**
 * - `duration` and `passRate`: reports without a value come last in both directions.
 * - `failed`: number of tests that failed or errored.
 * - `testSuite`: within a suite, the newest reports come first in both directions.
 */
export const ReportSort = z.enum(["startTime", "duration", "passRate", "failed", "testSuite"]);
export type ReportSort = z.infer<typeof ReportSort>;

export const SortOrder = z.enum(["desc", "asc"]);
export type SortOrder = z.infer<typeof SortOrder>;

const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `nextCursor` of the previous page. The filter and the order must be the same as for that page. */
  cursor: z.string().max(3000).optional(),
  sortBy: ReportSort.default("startTime"),
  sortOrder: SortOrder.default("desc"),
};

/** Every word must occur in the suite, the environment, the framework or the id, case-insensitive. `#12` matches the number of a report. */
const Search = z.string().max(200).optional();

/** Can be omitted with an API key. */
const ProjectId = Id.optional();

const page = success(z.array(Report), { nextCursor: z.string().nullable() });

export const ReportListQuery = z.object({
  projectId: ProjectId,
  search: Search,
  q: Query,
  /** Only the report with this number. */
  number: z.coerce.number().int().positive().optional(),
  commit: Commit.optional(),
  ...ReportFilter.shape,
  ...paging,
});

export const listReports = endpoint({
  method: "GET",
  path: "/api/reports",
  summary: "List the reports of a project, newest first; optional project for API keys",
  allow: "project:read",
  query: withQuery(ReportListQuery, reportQueries),
  response: page,
});

export const searchReports = endpoint({
  method: "POST",
  path: "/api/reports/search",
  summary: "List reports by a request body",
  allow: "project:read",
  body: z.object({ projectId: ProjectId, query: Search, filters: ReportFilter.optional(), ...paging }),
  bodyBytes: bodyBytes.large,
  response: page,
});

/** Maximum number of values per kind. */
export const maxFilterOptions = 500;

export const ReportFilterOptions = z.object({
  status: z.array(RunStatus),
  environment: z.array(z.string()),
  framework: z.array(z.string()),
  suite: z.array(z.string()),
  branch: z.array(z.string()),
  /** Tags and facts of ended reports, most recently used first. */
  tag: z.array(z.string()),
  fact: z.array(z.string()),
  commitAuthor: z.array(z.string()),
  pullRequest: z.array(z.string()),
  /** Owners with a failed test in any report. */
  owner: z.array(z.string()),
});
export type ReportFilterOptions = z.infer<typeof ReportFilterOptions>;

export const listReportFilters = endpoint({
  method: "GET",
  path: "/api/reports/filters",
  summary: `List filter values of the reports of a project (the first ${maxFilterOptions} of each kind)`,
  allow: "project:read",
  query: z.object({
    projectId: ProjectId,
    /** Only values that contain this text, case-insensitive. */
    find: z.string().max(200).optional(),
  }),
  response: success(ReportFilterOptions),
});
