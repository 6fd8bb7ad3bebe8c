import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { storyDetail } from "#lib/format/hand-over.ts";
import { usePageAddress } from "#lib/address/page-address.ts";
import { counted } from "#lib/format/format.ts";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { CopyLinkButton } from "#ui/code/copy-link-button.tsx";
import { CopyMarkdownButton } from "#ui/code/copy-markdown.tsx";
import { failureGroupQuery, groupStoryQuery } from "#features/failures/failures.queries.ts";
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
        handOver={<HandOver group={group.data} search={search} projectId={projectId} />}
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
      {/* About the height of a cause, so that the rows below move little. */}
      <Skeleton height={520} animate={false} />
    </div>
  );
}

interface HandOverProps extends Pick<GroupDetailsPanelProps, "projectId" | "search"> {
  readonly group: FailureGroupDetails;
}

/** Copies the link of a cause in its list, or the cause as Markdown. */
function HandOver({ group: { id, representativeError, testCount }, search, projectId }: HandOverProps) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const addressOf = usePageAddress();
  const narrowedTo = { ...search, group: id, tab: undefined, select: undefined, triage: undefined };
  const path = router.buildLocation({ to: "/defects", search: narrowedTo }).href;
  const handedOverOf = () => {
    const story = queryClient.getQueryData(groupStoryQuery(projectId, id).queryKey);
    return {
      name: null,
      error: representativeError,
      details: [counted(testCount, "test"), storyDetail(story)],
      url: addressOf(path),
    };
  };
  return (
    <>
      <CopyLinkButton path={path} size="xs" />
      <CopyMarkdownButton handedOverOf={handedOverOf} />
    </>
  );
}
