import type { ViewEndpoints } from "@plumb/contract/projects/view-endpoints.ts";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { opensWithDefault } from "#lib/address/from-navigation.ts";
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

/** Menu of the saved views of a page. A page that is opened from the navigation starts with the default view of its reader. */
export function PageViews<View extends object>({
  projectId,
  endpoints,
  search,
  canonical,
  onSearch,
}: PageViewsProps<View>) {
  const navigate = useNavigate();
  const isBare = useLocation({ select: (location) => opensWithDefault(location) });
  const views = usePageViews(projectId, endpoints, isBare);
  const usual = isBare ? views.found?.data.find(({ isDefault }) => isDefault)?.search : undefined;
  useEffect(() => {
    // Replaces the entry of the history, so that Back leaves the page.
    if (usual !== undefined) void navigate({ to: ".", search: usual as never, replace: true, resetScroll: false });
  }, [usual, navigate]);
  return (
    <SavedViews
      {...views}
      search={search}
      isSame={(one, other) => JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))}
      onSearch={onSearch}
    />
  );
}
