import { readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { listTrendEvents } from "@plumb/contract/trends/events.ts";
import { listTestDays, listTestExecutions, mergeTest, readTest } from "@plumb/contract/tests/test-page.ts";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

/** Environment and branch of executions. Unset values do not filter. */
export interface TestScope {
  readonly environment: string | undefined;
  /** Empty for runs without a branch. */
  readonly branch: string | undefined;
}

const visibleExecutions = 60;
/** Executions on all branches that are shown beside those that determined the state of the test. */
const maxOtherExecutions = 200;
/** The page keeps at most 300 executions. */
const maxExecutionPages = 5;
export const visibleDays = 90;

/** Starts with the key of the lists, because changes to tests affect both. */
function testKey(projectId: number, testId: number) {
  return ["tests", projectId, "test", testId] as const;
}

export function testQuery(projectId: number, testId: number) {
  return queryOptions({
    queryKey: [...testKey(projectId, testId), "details"],
    queryFn: async ({ signal }) => (await api.call(readTest, { params: { projectId, testId }, signal })).data,
  });
}

/** Executions of a test, latest first, in pages. */
export function executionsQuery(projectId: number, testId: number, scope: TestScope) {
  return infiniteQueryOptions({
    queryKey: [...testKey(projectId, testId), "executions", scope],
    queryFn: ({ pageParam, signal }) =>
      api.call(listTestExecutions, {
        params: { projectId, testId },
        query: { ...scope, limit: visibleExecutions, offset: pageParam * visibleExecutions },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) => (more && pages.length < maxExecutionPages ? pages.length : null),
    placeholderData: keepPreviousData,
  });
}

/** The latest executions of a test on all branches and in all environments. */
export function otherExecutionsQuery(projectId: number, testId: number) {
  return queryOptions({
    queryKey: [...testKey(projectId, testId), "other-executions"],
    queryFn: async ({ signal }) =>
      (
        await api.call(listTestExecutions, {
          params: { projectId, testId },
          query: { limit: maxOtherExecutions },
          signal,
        })
      ).data,
  });
}

/** Deployments and outages since a day, `2030-01-31`. */
export function eventsQuery(projectId: number, testId: number, startDate: string) {
  return queryOptions({
    queryKey: [...testKey(projectId, testId), "events", startDate],
    queryFn: async ({ signal }) =>
      (await api.call(listTrendEvents, { query: { projectId, startDate, timeZone: readerTimeZone() }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export function daysQuery(projectId: number, testId: number, scope: TestScope) {
  const query = { ...scope, days: visibleDays };
  return queryOptions({
    queryKey: [...testKey(projectId, testId), "days", query],
    queryFn: async ({ signal }) =>
      (await api.call(listTestDays, { params: { projectId, testId }, query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Merges or separates tests. */
export function useMerge(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ testId, sameAs }: { readonly testId: number; readonly sameAs: number | null }) =>
      (await api.call(mergeTest, { params: { projectId, testId }, body: { testId: sameAs } })).data,
    onSuccess: (_data, { sameAs }) =>
      showSuccess(
        sameAs === null
          ? "Separated. Each test has its own history again."
          : "Merged. The tests now share one history.",
      ),
    onError: (error) => showError(refusalText(error, "Failed to merge the tests")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}

/** Commits that may have caused a failure. */
export function suspectsQuery(resultId: number) {
  return queryOptions({
    queryKey: ["failures", "suspects", resultId],
    queryFn: async ({ signal }) =>
      (await api.call(readFailureSuspects, { params: { testCaseId: resultId }, signal })).data,
  });
}
