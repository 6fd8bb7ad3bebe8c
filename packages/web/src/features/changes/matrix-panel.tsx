import { Button } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CompareSearch, chosenReports, ofReports } from "#lib/address/compare-search.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { chosenReportQuery, matrixQuery } from "./changes.queries.ts";
import { RemovedReports } from "./removed-reports.tsx";
import { MatrixView } from "./matrix-view.tsx";
import { useEndOfRuns } from "./use-end-of-runs.ts";

interface MatrixPanelProps {
  readonly search: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
  readonly onProject: (projectId: number) => void;
}

/** Comparison of more than two reports by test. Lists deleted reports and excludes them from the comparison. */
export function MatrixPanel({ search, onSearch, onProject }: MatrixPanelProps) {
  const ids = chosenReports(search);
  const reports = useQueries({ queries: ids.map(chosenReportQuery) });
  const projectId = reports.find(({ data }) => data !== undefined)?.data?.projectId;
  const isRemoved = ({ data, error }: (typeof reports)[number]) =>
    isNotFound(error) || (data !== undefined && data.projectId !== projectId);
  const removed = ids.filter((_, at) => reports[at] !== undefined && isRemoved(reports[at]));
  const there = ids.filter((id) => !removed.includes(id));
  const settled = reports.every(({ isPending }) => !isPending);
  const matrix = useQuery({ ...matrixQuery(there, search), enabled: settled && there.length > 1 });
  // Selects the linked project if another one is selected.
  useEffect(() => {
    if (projectId !== undefined) onProject(projectId);
  }, [projectId, onProject]);
  useEndOfRuns(ids);
  const withoutRemoved = () => onSearch(ofReports(search, there));
  if (settled && there.length < 2)
    return (
      <EmptyState title="These reports no longer exist">
        <p style={{ margin: 0 }}>They were deleted, or belong to another project. Choose two others.</p>
        <Button variant="default" onClick={withoutRemoved}>
          Remove them
        </Button>
      </EmptyState>
    );
  return (
    <>
      {removed.length > 0 && <RemovedReports ids={removed} onRemove={withoutRemoved} />}
      <MatrixView
        matrix={matrix.data}
        stale={matrix.isPlaceholderData}
        error={matrix.error}
        onRetry={() => void matrix.refetch()}
        search={search}
        onSearch={onSearch}
      />
    </>
  );
}
