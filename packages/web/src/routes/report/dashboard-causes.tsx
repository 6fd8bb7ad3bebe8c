import type { DashboardCause } from "@plumb/contract/projects/dashboard.ts";
import { GroupStory } from "#features/failures/groups/group-story.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { triagedCause } from "#lib/keys/triaged-failure.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { AssignFailureButton } from "./assign-failure-button.tsx";

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

function AssignCause({ cause: { groupId, error, tests } }: CauseProps) {
  const project = useSelectedProject();
  const mayTriage = useMayHere("project:triage");
  if (project === undefined || project === null || !mayTriage) return null;
  return <AssignFailureButton projectId={project.id} failure={triagedCause(groupId, error, tests)} size="xs" />;
}
