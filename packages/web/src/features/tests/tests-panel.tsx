import { useQuery } from "@tanstack/react-query";
import type { TestsSearch } from "#lib/address/tests-search.ts";
import { TestViewsPanel } from "./test-views-panel.tsx";
import { testsQuery, useLiveTests } from "./tests.queries.ts";
import { TestsView } from "./tests-view.tsx";
import { runOptionsQuery } from "#lib/api/run-options.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";

interface TestsPanelProps {
  readonly projectId: number;
  readonly search: TestsSearch;
  readonly onSearch: (search: TestsSearch) => void;
}

export function TestsPanel({ projectId, search, onSearch }: TestsPanelProps) {
  useLiveTests(projectId);
  const tests = useQuery(testsQuery(projectId, search));
  const options = useQuery(runOptionsQuery(projectId));
  useFailureToast(options.error, "Failed to load the filters");
  return (
    <TestsView
      page={tests.data}
      options={options.data}
      stale={tests.isPlaceholderData}
      error={tests.error}
      onRetry={() => void tests.refetch()}
      search={search}
      onSearch={onSearch}
      savedViews={<TestViewsPanel projectId={projectId} search={search} onSearch={onSearch} />}
    />
  );
}
