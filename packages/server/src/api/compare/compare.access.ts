import { compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import { compareManyReports } from "@plumb/contract/runs/compare-many.ts";
import { readCommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readReportChanges, callers: "readers" },
  {
    endpoint: readCommitsBetween,
    callers: "readers",
    sample: ({ reportId }) => ({ query: { other: String(reportId) } }),
  },
  // 404: allowed, but the report does not exist.
  {
    endpoint: compareReports,
    callers: "readers",
    status: 404,
    audit: "reads",
    sample: ({ reportId, otherId }) => ({ body: { reportIds: [reportId, otherId] } }),
  },
  {
    endpoint: compareManyReports,
    callers: "readers",
    status: 404,
    audit: "reads",
    sample: ({ reportId, otherId }) => ({ body: { reportIds: [reportId, otherId] } }),
  },
];
