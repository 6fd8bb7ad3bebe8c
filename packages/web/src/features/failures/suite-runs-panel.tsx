import { useQuery } from "@tanstack/react-query";
import { suiteRunFailuresQuery } from "./failures.queries.ts";
import type { FailureListProps } from "./groups-panel.tsx";
import { ListFrame } from "./list-frame.tsx";
import { SuiteRunsTable } from "./suite-runs-table.tsx";

/** The runs with failures of the window. */
export function SuiteRunsPanel({ projectId, search, onSearch }: Omit<FailureListProps, "mayTriage">) {
  const runs = useQuery(suiteRunFailuresQuery(projectId, search));
  return (
    <ListFrame query={runs} what="the runs" search={search} onSearch={onSearch}>
      {(shown) => <SuiteRunsTable runs={shown} stale={runs.isPlaceholderData} search={search} onSearch={onSearch} />}
    </ListFrame>
  );
}
