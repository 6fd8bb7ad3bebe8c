import { listTests, type TestSummary } from "@plumb/contract/tests/tests.ts";
import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TestsSearch } from "#lib/address/tests-search.ts";
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

type Filters = Pick<TestsSearch, "branch" | "environment" | "fact" | "owner" | "q" | "suite" | "tag">;

/** Returns the filters as the server expects them. */
export function filterQuery({ q, suite, environment, branch, tag, fact, owner }: Filters) {
  return {
    search: q?.trim(),
    testSuite: listOf(suite),
    environment: listOf(environment),
    branch: listOf(branch),
    tag: listOf(tag),
    fact: listOf(fact),
    owner: listOf(owner),
  };
}

export function testsQuery(projectId: number, { view, sort, page, ...filters }: TestsSearch) {
  const query = {
    view: view ?? ("flaky" as const),
    ...filterQuery(filters),
    sortBy: sort,
    offset: ((page ?? 1) - 1) * pageSize,
    limit: pageSize,
  };
  return queryOptions({
    queryKey: ["tests", projectId, "list", query],
    queryFn: ({ signal }): Promise<TestPage> => api.call(listTests, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

function listOf(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
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
