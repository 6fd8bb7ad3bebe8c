import type { Client } from "@plumb/client/client.ts";
import {
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
  readFailureGroup,
} from "@plumb/contract/failures/failures.ts";
import { listIncidents } from "@plumb/contract/failures/incidents.ts";
import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import { readRetention } from "@plumb/contract/projects/retention.ts";
import { searchProject } from "@plumb/contract/projects/search.ts";
import { listUploads } from "@plumb/contract/runs/uploads.ts";
import { readReportChanges } from "@plumb/contract/runs/compare.ts";
import { readGate } from "@plumb/contract/runs/gate.ts";
import { readAnalysis } from "@plumb/contract/runs/insights.ts";
import { readMetrics } from "@plumb/contract/runs/metrics.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listOutcomes, listResultGroups, listResults, readResultHistory } from "@plumb/contract/runs/results.ts";
import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { listTestDays, listTestExecutions, readTest } from "@plumb/contract/tests/test-page.ts";
import { listFlakyTests, listTests } from "@plumb/contract/tests/tests.ts";
import { listTrendFilters, readTrendData, readTrendSummary } from "@plumb/contract/trends/trends.ts";
import { readWeek } from "@plumb/contract/trends/week.ts";

type Calls = readonly (readonly [name: string, call: () => Promise<unknown>])[];

/** Ids for the calls. */
export interface ScaleSubjects {
  readonly projectId: number;
  readonly newestReport: number;
  readonly oldestReport: number;
  /** Ids in the newest report. */
  readonly resultIds: readonly number[];
  readonly resultId: number;
  readonly testId: number;
  readonly groupId: number;
}

/** Looks up the ids for the calls. Restart the server before measuring, because the lookup fills its caches. */
export async function scaleSubjects(client: Client, projectId: number): Promise<ScaleSubjects> {
  const byAge = (sortOrder: "asc" | "desc") => client.call(listReports, { query: { projectId, limit: 1, sortOrder } });
  const [newest, oldest] = await Promise.all([byAge("desc"), byAge("asc")]);
  const newestReport = newest.data[0]?.id ?? 0;
  const results = (await client.call(listResults, { params: { reportId: newestReport }, query: { limit: 100 } })).data;
  const groups = await client.call(listFailureGroups, {
    params: { projectId },
    query: { timeWindow: "90", limit: 1 },
  });
  return {
    projectId,
    newestReport,
    oldestReport: oldest.data[0]?.id ?? 0,
    resultIds: results.map(({ id }) => id),
    resultId: results[7]?.id ?? 0,
    testId: results[7]?.testId ?? 0,
    groupId: groups.data[0]?.id ?? 0,
  };
}

/** Returns the calls of a project's screens: the newest and the oldest report, lists, searches and trends. */
export function scaleCalls(client: Client, subjects: ScaleSubjects): Calls {
  const { projectId, newestReport, oldestReport, resultIds, resultId, testId, groupId } = subjects;
  return [
    ...projectCalls(client, projectId),
    ...failureCalls(client, projectId, groupId),
    ...testCalls(client, projectId, testId),
    ...reportCalls(client, newestReport, "newest report"),
    ...reportCalls(client, oldestReport, "oldest report"),
    [
      "newest report: history of a test",
      () => client.call(readResultHistory, { params: { reportId: newestReport, resultId: resultId } }),
    ],
    [
      "newest report: outcomes of 100 tests",
      () =>
        client.call(listOutcomes, {
          params: { reportId: newestReport },
          query: { ids: resultIds.join(",") },
        }),
    ],
    ["gate of the newest report", () => client.call(readGate, { query: { projectId, reportId: newestReport } })],
  ];
}

function projectCalls(client: Client, projectId: number): Calls {
  const params = { projectId };
  return [
    ["dashboard", () => client.call(readDashboard, { params })],
    ["reports", () => client.call(listReports, { query: { projectId, limit: 30 } })],
    [
      "reports of a branch",
      () => client.call(listReports, { query: { projectId, limit: 30, branch: "feature/cart" } }),
    ],
    ["uploads", () => client.call(listUploads, { params, query: {} })],
    ["search palette", () => client.call(searchProject, { params, query: { q: "teapot" } })],
    ["retention preview", () => client.call(readRetention, { params, query: { retentionDays: 30 } })],
    ["trends of 30 days", () => client.call(readTrendData, { query: { projectId } })],
    ["trends of 90 days", () => client.call(readTrendData, { query: { projectId, timeRange: "90d" } })],
    ["trend summary of 90 days", () => client.call(readTrendSummary, { query: { projectId, timeRange: "90d" } })],
    ["trend filters", () => client.call(listTrendFilters, { query: { projectId } })],
    ["week", () => client.call(readWeek, { query: { projectId } })],
  ];
}

function failureCalls(client: Client, projectId: number, groupId: number): Calls {
  const params = { projectId };
  const found = { timeWindow: "90", testSearch: "teapot" } as const;
  return [
    ["failures: summary of 30 days", () => client.call(readDefectSummary, { params, query: {} })],
    ["failures: summary of 90 days", () => client.call(readDefectSummary, { params, query: { timeWindow: "90" } })],
    ["failures: summary of a search", () => client.call(readDefectSummary, { params, query: found })],
    ["failures: tests of 90 days", () => client.call(listTestCaseFailures, { params, query: { timeWindow: "90" } })],
    ["failures: tests of a search", () => client.call(listTestCaseFailures, { params, query: found })],
    ["failures: runs of 90 days", () => client.call(listSuiteRunFailures, { params, query: { timeWindow: "90" } })],
    ["failures: causes of 90 days", () => client.call(listFailureGroups, { params, query: { timeWindow: "90" } })],
    [
      "failures: a cause",
      () => client.call(readFailureGroup, { params: { projectId, groupId }, query: { timeWindow: "90" } }),
    ],
    ["failures: incidents", () => client.call(listIncidents, { params, query: { timeWindow: "90" } })],
  ];
}

function testCalls(client: Client, projectId: number, testId: number): Calls {
  const params = { projectId };
  const one = { projectId, testId };
  const list = (view: "flaky" | "broken" | "slowing" | "gone" | "all") => () =>
    client.call(listTests, { params, query: { view } });
  return [
    ["tests: flaky", list("flaky")],
    ["tests: broken", list("broken")],
    ["tests: slowing", list("slowing")],
    ["tests: gone", list("gone")],
    ["tests: all", list("all")],
    ["tests: search", () => client.call(listTests, { params, query: { view: "all", search: "teapot" } })],
    ["flaky tests of a suite", () => client.call(listFlakyTests, { query: { projectId, testSuite: "suite-1" } })],
    ["test", () => client.call(readTest, { params: one })],
    ["test: days", () => client.call(listTestDays, { params: one, query: {} })],
    ["test: executions", () => client.call(listTestExecutions, { params: one, query: {} })],
  ];
}

function reportCalls(client: Client, reportId: number, name: string): Calls {
  const params = { reportId };
  const results = (query: { offset?: number; search?: string }) => () =>
    client.call(listResults, { params, query: { limit: 100, ...query } });
  return [
    [name, () => client.call(readReport, { params })],
    [`${name}: first tests`, results({})],
    [`${name}: tests in the middle`, results({ offset: 5000 })],
    [`${name}: search`, results({ search: "teapot" })],
    [`${name}: causes`, () => client.call(listResultGroups, { params, query: { by: "failure" } })],
    [`${name}: metrics`, () => client.call(readMetrics, { params })],
    [`${name}: timeline`, () => client.call(readTimeline, { params, query: {} })],
    [`${name}: changes`, () => client.call(readReportChanges, { params, query: {} })],
    [`${name}: analysis`, () => client.call(readAnalysis, { params })],
  ];
}
