import { testViews } from "@plumb/contract/tests/test-views.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type TestsSearch, viewOfTests } from "#lib/address/tests-search.ts";
import { testsQuery, useLiveTests } from "./tests.queries.ts";
import { TestsView } from "./tests-view.tsx";
import { runOptionsQuery } from "#lib/api/run-options.ts";
import { PageViews } from "#ui/views/page-views.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";

interface TestsPanelProps {
  readonly projectId: number;
  readonly search: TestsSearch;
  readonly onSearch: (search: TestsSearch) => void;
  /** Button that exports the list. */
  readonly csv: ReactNode;
  /** Links to the other views of the tests. */
  readonly links: ReactNode;
}

export function TestsPanel({ projectId, search, onSearch, csv, links }: TestsPanelProps) {
  useLiveTests(projectId);
  const queryClient = useQueryClient();
  const tests = useQuery(testsQuery(projectId, search));
  const options = useQuery(runOptionsQuery(projectId));
  useFailureToast(options.error, "Failed to load the filters");
  return (
    <TestsView
      page={tests.data}
      options={options.data}
      onFind={(part) => queryClient.fetchQuery(runOptionsQuery(projectId, part))}
      stale={tests.isPlaceholderData}
      error={tests.error}
      onRetry={() => void tests.refetch()}
      search={search}
      onSearch={onSearch}
      links={links}
      savedViews={
        <>
          <PageViews
            projectId={projectId}
            endpoints={testViews}
            search={viewOfTests(search)}
            canonical={viewOfTests}
            onSearch={onSearch}
          />
          {csv}
        </>
      }
    />
  );
}
