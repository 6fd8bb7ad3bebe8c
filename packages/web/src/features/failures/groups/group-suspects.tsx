import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { SuspectsView } from "#ui/commits/suspects-view.tsx";
import { groupSuspectsQuery } from "#features/failures/failures.queries.ts";

interface GroupSuspectsProps {
  readonly projectId: number;
  readonly groupId: number;
}

/** Loads the suspected commits of a cause. Shows nothing until they arrive, because most projects have none. */
export function GroupSuspects({ projectId, groupId }: GroupSuspectsProps) {
  const { data, error, refetch } = useQuery(groupSuspectsQuery(projectId, groupId));
  if (data !== undefined) return <SuspectsView suspects={data} level={2} />;
  return error === null ? null : (
    <ErrorPanel error={error} fallback="Failed to load the suspected commits" onRetry={() => void refetch()} />
  );
}
