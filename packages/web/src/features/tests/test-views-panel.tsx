import { testViews } from "@plumb/contract/tests/test-views.ts";
import { testsSearch, type TestsSearch, viewOfTests } from "#lib/address/tests-search.ts";
import { usePageViews } from "#lib/api/page-views.ts";
import { SavedViews } from "#ui/views/saved-views.tsx";

interface TestViewsPanelProps {
  readonly projectId: number;
  readonly search: TestsSearch;
  readonly onSearch: (search: TestsSearch) => void;
}

/** Menu of saved views of the tests. */
export function TestViewsPanel({ projectId, search, onSearch }: TestViewsPanelProps) {
  return (
    <SavedViews
      {...usePageViews(projectId, testViews)}
      search={viewOfTests(search)}
      isSame={(one, other) => JSON.stringify(viewOfTests(one)) === JSON.stringify(viewOfTests(other))}
      onSearch={(view) => onSearch(testsSearch({ ...view }))}
    />
  );
}
