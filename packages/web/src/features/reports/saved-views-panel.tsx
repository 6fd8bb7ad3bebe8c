import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sameSearch } from "#lib/address/report-list-search.ts";
import { SavedViews } from "#ui/views/saved-views.tsx";
import { savedViewsQuery, useReportViewActions } from "./saved-views.queries.ts";

interface SavedViewsPanelProps {
  readonly projectId: number;
  readonly search: ReportListSearch;
  readonly onSearch: (search: ReportListSearch) => void;
}

/** Menu of saved views of the report list. It loads them when it opens. */
export function SavedViewsPanel({ projectId, search, onSearch }: SavedViewsPanelProps) {
  const [requested, setRequested] = useState(false);
  const views = useQuery({ ...savedViewsQuery(projectId), enabled: requested });
  return (
    <SavedViews
      search={search}
      isSame={sameSearch}
      found={views.data}
      failed={views.isError}
      actions={useReportViewActions(projectId)}
      onOpen={() => setRequested(true)}
      onSearch={onSearch}
    />
  );
}
