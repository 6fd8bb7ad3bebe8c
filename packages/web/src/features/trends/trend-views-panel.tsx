import { trendViews } from "@plumb/contract/trends/trend-views.ts";
import { trendSearch, type TrendSearch, viewOfTrends } from "#lib/address/trend-search.ts";
import { usePageViews } from "#lib/api/page-views.ts";
import { SavedViews } from "#ui/views/saved-views.tsx";

interface TrendViewsPanelProps {
  readonly projectId: number;
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
}

/** Menu of saved views of the trends. */
export function TrendViewsPanel({ projectId, search, onSearch }: TrendViewsPanelProps) {
  return (
    <SavedViews
      {...usePageViews(projectId, trendViews)}
      search={viewOfTrends(search)}
      isSame={(one, other) => JSON.stringify(viewOfTrends(one)) === JSON.stringify(viewOfTrends(other))}
      onSearch={(view) => onSearch(trendSearch({ ...view }))}
    />
  );
}
