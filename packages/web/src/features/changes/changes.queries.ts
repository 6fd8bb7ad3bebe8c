import { type ChangeKind, compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import { compareManyReports } from "@plumb/contract/runs/compare-many.ts";
import { readCommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { dayMs } from "@plumb/contract/durations.ts";
import { readReport, type Report } from "@plumb/contract/runs/reports.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CompareSearch } from "#lib/address/compare-search.ts";
import { api } from "#lib/api/api.ts";

/** Number of tests per request. */
export const windowSize = 100;

/** Changes since the previous run. */
export function reportChangesQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "changes"],
    queryFn: async ({ signal }) => (await api.call(readReportChanges, { params: { reportId }, signal })).data,
  });
}

/** Two reports with their counts and the first tests that match the filter. */
export function comparisonQuery(base: number, head: number, show: ChangeKind | undefined) {
  return queryOptions({
    ...comparedWindowQuery(base, head, show, 0),
    // Keeps the headers and counts of the reports when the filter changes.
    placeholderData: keepPreviousData,
  });
}

/** One window of the changed tests. */
export function comparedWindowQuery(base: number, head: number, show: ChangeKind | undefined, window: number) {
  return queryOptions({
    queryKey: ["comparison", base, head, show ?? "", window],
    queryFn: async ({ signal }) => {
      const body = {
        reportIds: [base, head],
        ...(show !== undefined && { show }),
        offset: window * windowSize,
        limit: windowSize,
      };
      return (await api.call(compareReports, { body, signal })).data;
    },
  });
}

/** Number of tests per page of a matrix. */
export const matrixPageSize = 50;

/** One page of the comparison of more than two reports. */
export function matrixQuery(reportIds: readonly number[], { show, q, sort, page = 1 }: CompareSearch) {
  const body = {
    reportIds: [...reportIds],
    ...(show !== undefined && { show }),
    ...(q !== undefined && { search: q.trim() }),
    ...(sort !== undefined && { sortBy: sort }),
    offset: (page - 1) * matrixPageSize,
    limit: matrixPageSize,
  };
  return queryOptions({
    queryKey: ["comparison", "matrix", body],
    queryFn: async ({ signal }) => (await api.call(compareManyReports, { body, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/**
 * Newest reports of a project that match the search, to choose from. Those of the suite come first.
 *
 * @param suite Suite of the other report; `undefined` if none is chosen.
 */
export function reportChoicesQuery(projectId: number, search: string, suite: string | undefined) {
  return queryOptions({
    queryKey: ["report-choices", projectId, search, suite ?? ""],
    queryFn: async ({ signal }) => {
      const query = { projectId, limit: 20, ...(search !== "" && { search }) };
      const all = (await api.call(listReports, { query, signal })).data;
      if (suite === undefined) return all;
      const { data: own } = await api.call(listReports, { query: { ...query, suite }, signal });
      return [...own, ...all.filter(({ testSuite }) => testSuite !== suite)];
    },
  });
}

/** Latest finished report of the same suite, environment and branch that started a week before another one, or earlier. */
export function weekBeforeQuery({ id, projectId, testSuite, environment, branch, startTime }: Report) {
  const endDate = new Date(Date.parse(startTime) - 7 * dayMs).toISOString();
  return queryOptions({
    queryKey: ["report", id, "week-before"],
    queryFn: async ({ signal }) => {
      const query = {
        projectId,
        suite: testSuite,
        environment,
        ...(branch !== null && { branch }),
        status: ["completed" as const, "failed" as const],
        endDate,
        limit: 20,
      };
      const { data } = await api.call(listReports, { query, signal });
      return data.find((report) => report.branch === branch && report.partial == null) ?? null;
    },
  });
}

/** Commits between two reports; `null` if one has no commit. */
export function commitsBetweenQuery(base: number, head: number) {
  return queryOptions({
    queryKey: ["comparison", base, head, "commits"],
    queryFn: async ({ signal }) =>
      (await api.call(readCommitsBetween, { params: { reportId: head }, query: { other: base }, signal })).data,
  });
}

/** Report selected in the URL. */
export function chosenReportQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId],
    queryFn: async ({ signal }) => (await api.call(readReport, { params: { reportId }, signal })).data,
  });
}
