import { useQuery } from "@tanstack/react-query";
import { StoryLine } from "#ui/story/story-line.tsx";
import { groupStoryQuery } from "#features/failures/failures.queries.ts";

interface GroupStoryProps {
  readonly projectId: number;
  readonly groupId: number;
  /** True where the owners are shown elsewhere. */
  readonly withoutOwners?: boolean;
}

/** Loads how a cause began. The rest of the cause is complete without it, so an error shows nothing. */
export function GroupStory({ projectId, groupId, withoutOwners = false }: GroupStoryProps) {
  const { data, isError } = useQuery(groupStoryQuery(projectId, groupId));
  if (isError) return null;
  return <StoryLine story={data && withoutOwners ? { ...data, owners: [] } : data} projectId={projectId} />;
}
