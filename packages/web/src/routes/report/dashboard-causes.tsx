import { Button } from "@mantine/core";
import type { DashboardCause } from "@plumb/contract/projects/dashboard.ts";
import { useState } from "react";
import { GroupStory } from "#features/failures/groups/group-story.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { cut } from "#lib/format/format.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { assignFailures } from "./assign-failures.tsx";

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
  const [opened, setOpened] = useState(false);
  if (project === undefined || project === null || !mayTriage) return null;
  const cause = { groupId, name: null, error, tests, path: `/defects?group=${groupId}` };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={`Assign ${cut(error, 100)}`}
        onClick={() => setOpened(true)}
      >
        Assign
      </Button>
      {opened && assignFailures(project.id, [cause], () => setOpened(false))}
    </>
  );
}
