import type { DashboardCause } from "@plumb/contract/projects/dashboard.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { groupStoryQuery } from "#features/failures/failures.queries.ts";
import { GroupStory } from "#features/failures/groups/group-story.tsx";
import { AssignButton } from "#features/items/create/assign-button.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

interface CauseProps {
  readonly cause: DashboardCause;
}

/** How a cause of the selected project began, next to its owner. */
export const storyOfCause = (cause: DashboardCause) => <StoryOfCause cause={cause} />;

/** Button that assigns a cause of the selected project. Empty for viewers. */
export const assignCause = (cause: DashboardCause) => <AssignCause cause={cause} />;

function StoryOfCause({ cause: { groupId } }: CauseProps) {
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return <GroupStory projectId={project.id} groupId={groupId} withoutOwners />;
}

function AssignCause({ cause: { groupId, error } }: CauseProps) {
  const project = useSelectedProject();
  const { data: account } = useQuery(ownAccountQuery);
  const mayTriage = useMayHere("project:triage");
  const queryClient = useQueryClient();
  if (project === undefined || project === null || !mayTriage) return null;
  const { queryKey } = groupStoryQuery(project.id, groupId);
  return (
    <AssignButton
      projectId={project.id}
      subject={{ groupId }}
      title={error}
      userId={account?.id}
      onCreated={() => void queryClient.invalidateQueries({ queryKey })}
    />
  );
}
