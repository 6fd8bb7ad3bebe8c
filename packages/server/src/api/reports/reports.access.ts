import { listProblems, locateReport, readReport } from "@plumb/contract/runs/reports.ts";
import { listReportFilters, listReports, searchReports } from "@plumb/contract/runs/report-list.ts";
import { listReportUploads } from "@plumb/contract/runs/upload-effect.ts";
import { readRunOutput } from "@plumb/contract/runs/run-output.ts";
import { type EndpointAccess, inProjectQuery } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: locateReport, callers: "readers", sample: { params: { number: 1 } } },
  { endpoint: listReports, callers: "readers", sample: inProjectQuery },
  // The body contains the project.
  {
    endpoint: searchReports,
    callers: "readers",
    audit: "reads",
    sample: ({ projectId }) => ({ body: { projectId, query: "cart" } }),
  },
  { endpoint: listReportFilters, callers: "readers", sample: inProjectQuery },
  { endpoint: readReport, callers: "readers", shared: true },
  { endpoint: listProblems, callers: "readers", shared: true },
  { endpoint: listReportUploads, callers: "readers" },
  { endpoint: readRunOutput, callers: "readers", shared: true },
];
