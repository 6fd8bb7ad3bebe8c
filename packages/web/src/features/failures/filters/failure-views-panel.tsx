import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureSearch, type FailureSearch, viewOf } from "#lib/address/failure-search.ts";
import { SavedViews } from "#ui/views/saved-views.tsx";
import { failureViewsQuery, useFailureViewActions } from "./failure-views.queries.ts";

interface FailureViewsPanelProps {
  readonly projectId: number;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Menu of saved views of the failure analysis. It loads them when it opens. */
export function FailureViewsPanel({ projectId, search, onSearch }: FailureViewsPanelProps) {
  const [requested, setRequested] = useState(false);
  const views = useQuery({ ...failureViewsQuery(projectId), enabled: requested });
  return (
    <SavedViews
      search={viewOf(search)}
      isSame={(one, other) => JSON.stringify(viewOf(one)) === JSON.stringify(viewOf(other))}
      found={views.data}
      failed={views.isError}
      actions={useFailureViewActions(projectId)}
      onOpen={() => setRequested(true)}
      onSearch={(view) => onSearch(failureSearch({ ...view }))}
    />
  );
}
