import { z } from "zod";
import { DayOrMoment, endpoint, Id, success, bodyBytes } from "#endpoint.ts";
import { isTimeZone } from "#people/profile.ts";
import { Report, RunStatus } from "./reports.ts";

/** Maximum values per filter. */
const mostValues = 100;

/** One value or several: in a query `?status=failed&status=running`. An empty one is ignored. */
function several<Value extends z.ZodType<string>>(value: Value) {
  const one = value.transform((only) => [only]);
  const said = z.array(z.union([value, z.literal("")])).max(mostValues);
  return z.union([one, said.transform((all) => all.filter((each) => each !== ""))]).optional();
}

const name = z.string().trim().min(1).max(300);

/** What a list of reports is narrowed to: every field that is given must hold, each for one of its values. */
export const ReportFilter = z.object({
  status: several(RunStatus),
  environment: several(name),
  framework: several(name),
  suite: several(name),
  branch: several(name),
  tag: several(name),
  commitAuthor: several(name),
  pullRequest: several(name),
  /** Reports in which a test of one of these owners failed. Counted once a report has ended, and again when owners change. */
  owner: several(name),
  /**
   * Regular expression (RE2 syntax), case-insensitive, that matches part of a test author. Spaces around `|` are
   * trimmed. Invalid expressions are searched literally.
   */
  author: z.string().max(200).optional(),
  /** Reports that started then or later; a day begins at its midnight. */
  startDate: DayOrMoment.optional(),
  /** Reports that started then or earlier; a day ends at the next midnight. */
  endDate: DayOrMoment.optional(),
  /** IANA name of the time zone that days are of; without it that of the caller's profile, else UTC. */
  timeZone: z.string().max(100).refine(isTimeZone, "Unknown time zone").optional(),
});
export type ReportFilter = z.output<typeof ReportFilter>;

/**
 * - `startTime`. `duration` and `passRate`: reports without one come last in both directions.
 * - `failed`: tests that failed or errored. `testSuite`: within a suite the newest come first in both directions.
 */
export const ReportSort = z.enum(["startTime", "duration", "passRate", "failed", "testSuite"]);
export type ReportSort = z.infer<typeof ReportSort>;

export const SortOrder = z.enum(["desc", "asc"]);
export type SortOrder = z.infer<typeof SortOrder>;

const paging = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** `nextCursor` of the page before; the filter and the order must be those of that page. */
  cursor: z.string().max(3000).optional(),
  sortBy: ReportSort.default("startTime"),
  sortOrder: SortOrder.default("desc"),
};

/** In any case: every word must occur in the suite, the environment, the framework or the id. `#12` is a report's number. */
const Search = z.string().max(200).optional();

/** An API key need not name its project. */
const ProjectId = Id.optional();

const page = success(z.array(Report), { nextCursor: z.string().nullable() });

export const listReports = endpoint({
  method: "GET",
  path: "/api/reports",
  summary: "List the reports of a project, newest first; optional project for API keys",
  allow: "project:read",
  query: z.object({
    projectId: ProjectId,
    search: Search,
    /** The report with this number. */
    number: z.coerce.number().int().positive().optional(),
    ...ReportFilter.shape,
    ...paging,
  }),
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

/** So many values of each kind at most. */
export const mostFilterOptions = 500;

export const ReportFilterOptions = z.object({
  status: z.array(RunStatus),
  environment: z.array(z.string()),
  framework: z.array(z.string()),
  suite: z.array(z.string()),
  branch: z.array(z.string()),
  commitAuthor: z.array(z.string()),
  pullRequest: z.array(z.string()),
  /** Whose tests failed in some report. */
  owner: z.array(z.string()),
});
export type ReportFilterOptions = z.infer<typeof ReportFilterOptions>;

export const listReportFilters = endpoint({
  method: "GET",
  path: "/api/reports/filters",
  summary: `List filter values of the reports of a project (the first ${mostFilterOptions} of each kind)`,
  allow: "project:read",
  query: z.object({
    projectId: ProjectId,
    /** Only values that contain this, in any case. */
    find: z.string().max(200).optional(),
  }),
  response: success(ReportFilterOptions),
});
