import { failureViews } from "@plumb/contract/failures/failure-views.ts";
import { failureSearch, type FailureSearch, viewOf } from "#lib/address/failure-search.ts";
import { usePageViews } from "#lib/api/page-views.ts";
import { SavedViews } from "#ui/views/saved-views.tsx";

interface FailureViewsPanelProps {
  readonly projectId: number;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Menu of saved views of the failure analysis. */
export function FailureViewsPanel({ projectId, search, onSearch }: FailureViewsPanelProps) {
  return (
    <SavedViews
      {...usePageViews(projectId, failureViews)}
      search={viewOf(search)}
      isSame={(one, other) => JSON.stringify(viewOf(one)) === JSON.stringify(viewOf(other))}
      onSearch={(view) => onSearch(failureSearch({ ...view }))}
    />
  );
}
