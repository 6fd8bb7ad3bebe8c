import { testViews } from "@plumb/contract/tests/test-views.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { gridWithList, listOfGrid, type TestGridSearch } from "#lib/address/test-grid-search.ts";
import { viewOfTests } from "#lib/address/tests-search.ts";
import { runOptionsQuery } from "#lib/api/run-options.ts";
import type { TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { PageViews } from "#ui/views/page-views.tsx";
import { useLiveTests } from "#features/tests/tests.queries.ts";
import { testGridQuery } from "./test-grid.queries.ts";
import { TestGridView } from "./test-grid-view.tsx";

/** A grid has up to 500,000 cells, so it is reloaded less often than a list. */
const reloadMs = 15_000;

interface TestGridPanelProps {
  readonly projectId: number;
  readonly search: TestGridSearch;
  readonly onSearch: (search: TestGridSearch) => void;
  readonly onOpenResult: (reportId: number, resultId: number) => void;
  /** Renders the actions for the causes in a box; `null` for users without permission. */
  readonly actionsOf: ((projectId: number, causes: readonly TriagedFailure[]) => ReactNode) | null;
  /** Links to the other views of the tests. */
  readonly links: ReactNode;
}

export function TestGridPanel({ projectId, search, onSearch, actionsOf, ...rest }: TestGridPanelProps) {
  useLiveTests(projectId, reloadMs);
  const queryClient = useQueryClient();
  const grid = useQuery(testGridQuery(projectId, search));
  const options = useQuery(runOptionsQuery(projectId));
  useFailureToast(options.error, "Failed to load the filters");
  return (
    <TestGridView
      {...rest}
      actionsOf={actionsOf === null ? null : (causes) => actionsOf(projectId, causes)}
      grid={grid.data}
      options={options.data}
      onFind={(part) => queryClient.fetchQuery(runOptionsQuery(projectId, part))}
      stale={grid.isPlaceholderData}
      error={grid.error}
      onRetry={() => void grid.refetch()}
      search={search}
      onSearch={onSearch}
      savedViews={
        <PageViews
          projectId={projectId}
          endpoints={testViews}
          search={viewOfTests(listOfGrid(search))}
          canonical={viewOfTests}
          onSearch={(next) => onSearch(gridWithList(search, next))}
        />
      }
    />
  );
}
