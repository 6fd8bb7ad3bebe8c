import type { Client } from "@plumb/client/client.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { listAnnotations } from "@plumb/contract/items/annotations.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { listTests } from "@plumb/contract/tests/tests.ts";

/** How much of a project the static demo contains. */
export interface Scope {
  /** Newest reports. Older ones appear in lists and trends only. */
  readonly reports: number;
  /** Tests with their own page, at most 100. */
  readonly tests: number;
}

const outcomes = { passed: "passed", failed: "failed", error: "errored", flaky: "flaky", skipped: "skipped" } as const;
const groupings = ["failure", "file", "browser", "flat"] as const;
const testViews = ["all", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone"];
const windows = ["1d", "7d", "60d", "90d"];
const ranges = ["7d", "90d", "6m", "1y"];

/** Returns the addresses of the pages that the static demo contains: those behind a link, and those behind a button or filter. */
export async function addressesOf(client: Client, projectId: number, scope: Scope): Promise<readonly string[]> {
  const addresses = ["/", "/reports", "/defects", "/defects?tab=tests", "/defects?tab=runs", "/trends", "/trends/week"];
  addresses.push("/tests", "/analysis", "/uploads", "/projects", "/boards", "/profile", "/trends?view=failures");
  addresses.push(...testViews.map((view) => `/tests?view=${view}`));
  addresses.push(
    ...windows.map((window) => `/defects?window=${window}`),
    ...ranges.map((range) => `/trends?range=${range}`),
  );
  const { data: reports } = await client.call(listReports, { query: { projectId, limit: scope.reports } });
  for (const report of reports) addresses.push(...(await addressesOfReport(client, report)));
  const causes = await client.call(listFailureGroups, { params: { projectId }, query: { limit: 100 } });
  addresses.push(...causes.data.map(({ id }) => `/defects?group=${id}`));
  const listed = await client.call(listTests, { params: { projectId }, query: { view: "all", limit: scope.tests } });
  addresses.push(...listed.data.map(({ id }) => `/tests/${id}`));
  const items = await client.call(listAnnotations, { params: { projectId }, query: { limit: 100 } });
  addresses.push(...items.data.annotations.map(({ id }) => `/analysis?annotation=${id}&project=${projectId}`));
  return addresses;
}

/** The report with each filter, and each test that did not simply pass. */
async function addressesOfReport(client: Client, { id, summary }: Report): Promise<readonly string[]> {
  const page = `/reports/${id}`;
  const counted = Object.entries(outcomes).flatMap(([status, counter]) => (summary[counter] > 0 ? [status] : []));
  const { data: rows } = await client.call(listResults, { params: { reportId: id }, query: { limit: 500 } });
  const opened = rows.filter(({ status }, position) => status !== "passed" || position < 3);
  return [
    page,
    ...["summary", "insights", "metrics"].map((tab) => `${page}?tab=${tab}`),
    ...groupings.map((group) => `${page}?group=${group}`),
    ...counted.flatMap((status) => [`${page}?status=${status}`, `${page}?status=${status}&group=flat`]),
    ...opened.map((row) => `${page}?result=${row.id}`),
  ];
}
