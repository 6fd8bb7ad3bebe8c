import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { failureGroupQuery } from "#features/failures/failures.queries.ts";
import { CauseTickets } from "#features/failures/tickets/subject-tickets.tsx";
import { GroupStory } from "./group-story.tsx";
import { GroupSuspects } from "./group-suspects.tsx";
import { GroupDetails, type GroupDetailsActions } from "./group-details.tsx";

interface GroupDetailsPanelProps {
  readonly projectId: number;
  readonly groupId: number;
  readonly search: FailureSearch;
  readonly itemsOf: (groupId: number, error: string) => ReactNode;
  /** `undefined` for viewers. */
  readonly actions: GroupDetailsActions | undefined;
}

/** Loads the details of a group. */
export function GroupDetailsPanel({ projectId, groupId, search, itemsOf, actions }: GroupDetailsPanelProps) {
  const group = useQuery(failureGroupQuery(projectId, groupId, search));
  if (group.data !== undefined)
    return (
      <GroupDetails
        group={group.data}
        search={search}
        story={<GroupStory projectId={projectId} groupId={groupId} />}
        items={
          <>
            <CauseTickets projectId={projectId} groupId={groupId} mayTriage={actions !== undefined} />
            {itemsOf(groupId, group.data.representativeError)}
          </>
        }
        suspects={<GroupSuspects projectId={projectId} groupId={groupId} />}
        actions={actions}
      />
    );
  return group.isError ? (
    <ErrorPanel
      error={group.error}
      fallback={isNotFound(group.error) ? "This cause no longer exists" : "Failed to load the cause"}
      onRetry={() => void group.refetch()}
    />
  ) : (
    <div aria-busy style={{ padding: 16 }}>
      <Skeleton height={220} animate={false} />
    </div>
  );
}
