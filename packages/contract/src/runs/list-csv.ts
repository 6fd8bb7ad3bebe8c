import { z } from "zod";
import { listAuditEvents } from "#administration/audit.ts";
import { endpoint, Id, success } from "#endpoint.ts";
import { GroupListQuery, FailureListQuery } from "#failures/failures.ts";
import { ItemListQuery } from "#items/annotations.ts";
import { maxCompared } from "./change-names.ts";
import { compareManyReports } from "./compare-many.ts";
import { TestFilter } from "#tests/tests.ts";

// CSV of lists of a project, with the filters and the order of the list. A link needs no session and is valid for an hour.

const params = z.object({ projectId: Id });
const csv = z.unknown().meta({ contentTypes: ["text/csv"] });
const link = success(z.object({ url: z.string() }));
const page = { limit: true, offset: true, q: true } as const;

const causes = {
  method: "GET",
  allow: "project:read",
  params,
  query: GroupListQuery.omit(page),
} as const;

export const exportCausesCsv = endpoint({
  ...causes,
  path: "/api/analysis/projects/:projectId/groups/csv",
  summary: "Export the causes of failures as CSV, with the filters and order of the list",
  response: csv,
});

export const linkCausesCsv = endpoint({
  ...causes,
  path: "/api/analysis/projects/:projectId/groups/csv/link",
  summary: "Create a signed link to the CSV of causes, valid for an hour",
  response: link,
});

const failedTests = { ...causes, query: FailureListQuery.omit(page) } as const;

export const exportFailedTestsCsv = endpoint({
  ...failedTests,
  path: "/api/analysis/projects/:projectId/test-cases/csv",
  summary: "Export the tests that failed in a period as CSV, with the filters and order of the list",
  response: csv,
});

export const linkFailedTestsCsv = endpoint({
  ...failedTests,
  path: "/api/analysis/projects/:projectId/test-cases/csv/link",
  summary: "Create a signed link to the CSV of tests that failed, valid for an hour",
  response: link,
});

export const exportSuiteRunsCsv = endpoint({
  ...failedTests,
  path: "/api/analysis/projects/:projectId/suite-runs/csv",
  summary: "Export the runs with failures in a period as CSV, with the filters and order of the list",
  response: csv,
});

export const linkSuiteRunsCsv = endpoint({
  ...failedTests,
  path: "/api/analysis/projects/:projectId/suite-runs/csv/link",
  summary: "Create a signed link to the CSV of runs with failures, valid for an hour",
  response: link,
});

const tests = { ...causes, query: TestFilter.omit(page) } as const;

export const exportTestsCsv = endpoint({
  ...tests,
  path: "/api/projects/:projectId/tests/csv",
  summary: "Export the tests of a project as CSV, with the filters and order of the list, at most 1,000",
  response: csv,
});

export const linkTestsCsv = endpoint({
  ...tests,
  path: "/api/projects/:projectId/tests/csv/link",
  summary: "Create a signed link to the CSV of tests, valid for an hour",
  response: link,
});

const items = { ...causes, query: ItemListQuery.omit({ limit: true, offset: true }) } as const;

export const exportItemsCsv = endpoint({
  ...items,
  path: "/api/annotations/projects/:projectId/annotations/csv",
  summary: "Export the analysis items of a project as CSV, with the filters and order of the list",
  response: csv,
});

export const linkItemsCsv = endpoint({
  ...items,
  path: "/api/annotations/projects/:projectId/annotations/csv/link",
  summary: "Create a signed link to the CSV of analysis items, valid for an hour",
  response: link,
});

const comparison = {
  ...causes,
  query: compareManyReports.body.pick({ show: true, search: true, sortBy: true, sortOrder: true }).extend({
    /** Report ids. A test is compared between the base and the head; `between` (repeat it) adds columns, and the kind `failedBetween`. */
    base: Id,
    head: Id,
    between: z
      .union([Id.transform((id) => [id]), z.array(Id).max(maxCompared - 2, `Compare at most ${maxCompared} reports`)])
      .default([]),
  }),
} as const;

export const exportComparisonCsv = endpoint({
  ...comparison,
  path: "/api/projects/:projectId/comparison/csv",
  summary: `Export the comparison of two to ${maxCompared} reports as CSV, a line per test`,
  response: csv,
});

export const linkComparisonCsv = endpoint({
  ...comparison,
  path: "/api/projects/:projectId/comparison/csv/link",
  summary: "Create a signed link to the CSV of a comparison, valid for an hour",
  response: link,
});

const audit = {
  method: "GET",
  allow: "admin",
  query: listAuditEvents.query.omit({ limit: true, cursor: true }),
} as const;

export const exportAuditCsv = endpoint({
  ...audit,
  path: "/api/audit/csv",
  summary: "Export administrative events as CSV, with the filters of the list, newest first",
  response: csv,
});

export const linkAuditCsv = endpoint({
  ...audit,
  path: "/api/audit/csv/link",
  summary: "Create a signed link to the CSV of administrative events, valid for an hour",
  response: link,
});
