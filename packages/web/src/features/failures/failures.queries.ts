import { readDeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import { listDuplicates } from "@plumb/contract/failures/duplicates.ts";
import { readGroupStory } from "@plumb/contract/failures/story.ts";
import {
  listFailureFilters,
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
  readFailureGroup,
} from "@plumb/contract/failures/failures.ts";
import { readGroupSuspects } from "@plumb/contract/failures/suspects.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type FailureSearch, filterQuery, timeWindowOf } from "#lib/address/failure-search.ts";
import { api } from "#lib/api/api.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";

export const pageSize = 50;
const whilePendingMs = 4000;

/** Returns the query parameters of the filtered failures. */
export function failureWindow(search: FailureSearch) {
  const { window, startDate, endDate, q, runs, incident } = search;
  const zone = readerTimeZone();
  return {
    timeWindow: timeWindowOf({ window }),
    startDate,
    endDate,
    timeZone: window === "custom" ? zone : undefined,
    testSearch: q?.trim(),
    runs: runs === undefined ? undefined : [...runs],
    incident,
    ...filterQuery(search),
  };
}

/** Loads the values of the filters, limited to those that contain `find` if it is given. */
export function failureOptionsQuery(projectId: number, find?: string) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "options", find ?? ""],
    queryFn: async ({ signal }) =>
      (await api.call(listFailureFilters, { params: { projectId }, query: { find }, signal })).data,
  });
}

function listOf(search: FailureSearch) {
  const offset = ((search.page ?? 1) - 1) * pageSize;
  return { ...failureWindow(search), class: search.class, groupId: search.cause, limit: pageSize, offset };
}

/** Returns the filters of the CSV of causes or failed tests. */
export function failureCsvQuery(search: FailureSearch) {
  const { limit: _limit, offset: _offset, ...query } = listOf(search);
  return query;
}

/** Key of all queries about a project's failures. */
export function failuresKey(projectId: number) {
  return ["failures", projectId] as const;
}

/** Key of the lists only. */
export function failureListsKey(projectId: number) {
  return [...failuresKey(projectId), "list"] as const;
}

/** Metrics of a window. Refetches every few seconds while reports are being analyzed. */
export function defectSummaryQuery(projectId: number, search: FailureSearch) {
  const query = failureWindow(search);
  return queryOptions({
    queryKey: [...failuresKey(projectId), "summary", query],
    queryFn: async ({ signal }) => (await api.call(readDefectSummary, { params: { projectId }, query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pendingRuns ?? 0) > 0 ? whilePendingMs : false),
  });
}

export function testCaseFailuresQuery(projectId: number, search: FailureSearch) {
  const query = listOf(search);
  return queryOptions({
    queryKey: [...failureListsKey(projectId), "tests", query],
    queryFn: ({ signal }) => api.call(listTestCaseFailures, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function suiteRunFailuresQuery(projectId: number, search: FailureSearch) {
  const query = listOf(search);
  return queryOptions({
    queryKey: [...failureListsKey(projectId), "runs", query],
    queryFn: ({ signal }) => api.call(listSuiteRunFailures, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function failureGroupsQuery(projectId: number, search: FailureSearch) {
  const query = { ...listOf(search), groupId: undefined, state: search.state, sortBy: search.sort };
  return queryOptions({
    queryKey: [...failureListsKey(projectId), "groups", query],
    queryFn: ({ signal }) => api.call(listFailureGroups, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Maximum number of causes in triage. The server lists this many per request. */
const maxQueue = 200;

/** Causes to triage, in the order of the list. */
export function triageQueueQuery(projectId: number, search: FailureSearch) {
  const { class: name, state, sort } = search;
  const query = { ...failureWindow(search), class: name, state, sortBy: sort, limit: maxQueue };
  return queryOptions({
    queryKey: [...failuresKey(projectId), "triage", query],
    queryFn: ({ signal }) => api.call(listFailureGroups, { params: { projectId }, query, signal }),
  });
}

/** How a cause began, and who works on it; `null` for a cause without failures. */
export function groupStoryQuery(projectId: number, groupId: number) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "story", groupId],
    queryFn: async ({ signal }) => (await api.call(readGroupStory, { params: { projectId, groupId }, signal })).data,
  });
}

/** Commits that may have started a cause. */
export function groupSuspectsQuery(projectId: number, groupId: number) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "suspects", groupId],
    queryFn: async ({ signal }) => (await api.call(readGroupSuspects, { params: { projectId, groupId }, signal })).data,
  });
}

/** Group with its signatures and its counts in the window. */
export function failureGroupQuery(projectId: number, groupId: number, search: FailureSearch) {
  const query = failureWindow(search);
  return queryOptions({
    queryKey: [...failureGroupKey(projectId), groupId, query],
    queryFn: async ({ signal }) =>
      (await api.call(readFailureGroup, { params: { projectId, groupId }, query, signal })).data,
  });
}

/** Key prefix for group details in any time window. */
export function failureGroupKey(projectId: number) {
  return [...failuresKey(projectId), "group"] as const;
}

/** Possible duplicate causes. Not part of the lists, because visible proposals should change only after decisions. */
export function duplicatesQuery(projectId: number, search: FailureSearch) {
  const query = failureWindow(search);
  return queryOptions({
    queryKey: [...failuresKey(projectId), "duplicates", query],
    queryFn: ({ signal }) => api.call(listDuplicates, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Configured language model and its progress. Refetches while it is running. */
export function deepAnalysisQuery(projectId: number) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "deep"],
    queryFn: async ({ signal }) => (await api.call(readDeepAnalysis, { params: { projectId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.latest?.status === "running" ? whilePendingMs : false),
  });
}
