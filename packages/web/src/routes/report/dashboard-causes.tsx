import type { DashboardCause } from "@plumb/contract/projects/dashboard.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { groupStoryQuery } from "#features/failures/failures.queries.ts";
import { GroupStory } from "#features/failures/groups/group-story.tsx";
import { AssignButton } from "#features/items/create/assign-button.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

interface AssignCauseProps {
  readonly projectId: number;
  readonly cause: DashboardCause;
}

/** Story of a cause, next to its owner. */
export function StoryOfCause({ projectId, cause }: AssignCauseProps) {
  return <GroupStory projectId={projectId} groupId={cause.groupId} withoutOwners />;
}

/** Button that assigns a cause. Empty for viewers. */
export function AssignCause({ projectId, cause: { groupId, error } }: AssignCauseProps) {
  const { data: account } = useQuery(ownAccountQuery);
  const mayTriage = useMayHere("project:triage");
  const queryClient = useQueryClient();
  if (!mayTriage) return null;
  return (
    <AssignButton
      projectId={projectId}
      subject={{ groupId }}
      title={error}
      userId={account?.id}
      onCreated={() => void queryClient.invalidateQueries({ queryKey: groupStoryQuery(projectId, groupId).queryKey })}
    />
  );
}
