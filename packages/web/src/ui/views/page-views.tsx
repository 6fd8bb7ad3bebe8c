import type { ViewEndpoints } from "@plumb/contract/projects/view-endpoints.ts";
import { usePageViews } from "#lib/api/page-views.ts";
import { SavedViews } from "./saved-views.tsx";

interface PageViewsProps<View> {
  readonly projectId: number;
  readonly endpoints: ViewEndpoints<View>;
  /** Parameters of the page, as a view stores them. */
  readonly search: View;
  /** Returns the parameters in a fixed order, without defaults. */
  readonly canonical: (search: View) => object;
  readonly onSearch: (search: View) => void;
}

/** Menu of the saved views of a page. It loads them when it opens. */
export function PageViews<View extends object>({
  projectId,
  endpoints,
  search,
  canonical,
  onSearch,
}: PageViewsProps<View>) {
  return (
    <SavedViews
      {...usePageViews(projectId, endpoints)}
      search={search}
      isSame={(one, other) => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))}
      onSearch={onSearch}
    />
  );
}
