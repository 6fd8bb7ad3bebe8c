import { useQuery } from "@tanstack/react-query";
import { maxRuns, narrowed } from "#lib/address/failure-search.ts";
import { suiteRunFailuresQuery } from "#features/failures/failures.queries.ts";
import type { FailureListProps } from "#features/failures/groups/groups-panel.tsx";
import { ListFrame } from "./list-frame.tsx";
import { RunsBar } from "#features/failures/filters/runs-bar.tsx";
import { SuiteRunsTable } from "./suite-runs-table.tsx";
import { useSelection } from "#lib/keys/use-selection.ts";

/** Runs with failures in the window. Users can limit the whole page to some of them. */
export function SuiteRunsPanel({
  projectId,
  search,
  onSearch,
}: Pick<FailureListProps, "onSearch" | "projectId" | "search">) {
  const runs = useQuery(suiteRunFailuresQuery(projectId, search));
  const { selected, onSelect, clear } = useSelection(JSON.stringify(search), { max: maxRuns });
  return (
    <>
      <ListFrame query={runs} what="the runs" search={search} onSearch={onSearch}>
        {(visible) => (
          <SuiteRunsTable
            runs={visible}
            stale={runs.isPlaceholderData}
            search={search}
            selection={{ selected, onSelect }}
          />
        )}
      </ListFrame>
      <RunsBar
        count={selected.size}
        onNarrow={() => onSearch(narrowed(search, { runs: [...selected] }))}
        onClear={clear}
      />
    </>
  );
}
