import { listTests, type TestSummary } from "@plumb/contract/tests/tests.ts";
import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TestFilterName, TestsSearch } from "#lib/address/tests-search.ts";
import { api } from "#lib/api/api.ts";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { runOptionsKey } from "#lib/api/run-options.ts";

export const pageSize = 25;
const reloadMs = 1000;

export interface TestPage {
  readonly data: readonly TestSummary[];
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly more: boolean;
}

type Filters = Pick<TestsSearch, TestFilterName | "q">;

/** Returns the filters as the server expects them. */
export function filterQuery({ q, suite, environment, branch, framework, tag, fact, owner, not }: Filters) {
  return {
    search: q?.trim(),
    testSuite: listOf(suite),
    environment: listOf(environment),
    branch: listOf(branch),
    framework: listOf(framework),
    tag: listOf(tag),
    fact: listOf(fact),
    owner: listOf(owner),
    not: listOf(not),
  };
}

/** Returns the filters and the order of the list. */
export function testFilter({ view, sort, ...filters }: TestsSearch) {
  return { view: view ?? ("flaky" as const), ...filterQuery(filters), sortBy: sort };
}

export function testsQuery(projectId: number, { page, ...search }: TestsSearch) {
  const query = { ...testFilter(search), offset: ((page ?? 1) - 1) * pageSize, limit: pageSize };
  return queryOptions({
    queryKey: ["tests", projectId, "list", query],
    queryFn: ({ signal }): Promise<TestPage> => api.call(listTests, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

function listOf(values: readonly string[] | undefined): string[] | undefined {
  return values === undefined ? undefined : [...values];
}

/** Reloads a project's tests when runs have been counted or test states have changed, once for all changes within `withinMs`. */
export function useLiveTests(projectId: number, withinMs = reloadMs): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => {
      for (const queryKey of [["tests", projectId], runOptionsKey(projectId)])
        void queryClient.invalidateQueries({ queryKey });
    };
    return onProjectChanges(projectId, { events: ["trends-changed"], withinMs, reload });
  }, [queryClient, projectId, withinMs]);
}
