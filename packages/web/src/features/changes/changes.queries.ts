import { type ChangeKind, compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import { compareManyReports } from "@plumb/contract/runs/compare-many.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
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

/** Newest reports of a project that match the search, to choose from. */
export function reportChoicesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ["report-choices", projectId, search],
    queryFn: async ({ signal }) => {
      const query = { projectId, limit: 20, ...(search !== "" && { search }) };
      return (await api.call(listReports, { query, signal })).data;
    },
  });
}

/** Report selected in the URL. */
export function chosenReportQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId],
    queryFn: async ({ signal }) => (await api.call(readReport, { params: { reportId }, signal })).data,
  });
}
