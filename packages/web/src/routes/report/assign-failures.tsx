import type { FailureStory } from "@plumb/contract/failures/story.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { groupStoryQuery } from "#features/failures/failures.queries.ts";
import type { AssignedSubject } from "#features/items/create/assign.ts";
import { usePageAddress } from "#lib/address/page-address.ts";
import { counted } from "#lib/format/format.ts";
import { handOverText, storyDetail } from "#lib/format/hand-over.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import type { TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { OpeningDialog } from "#ui/feedback/opening-dialog.tsx";

const AssignDialog = lazy(async () => ({
  default: (await import("#features/items/create/assign-dialog.tsx")).AssignDialog,
}));

interface AssignFailuresProps {
  readonly projectId: number;
  readonly failures: readonly TriagedFailure[];
  readonly onClose: () => void;
  readonly onAssigned?: (assignee: string | null) => void;
  /** Field that gets the focus. An item that begins with its note has no suggested assignee. */
  readonly first?: "due" | "note" | undefined;
}

/** Dialog that assigns causes or failed tests of a project. */
export const assignFailures = (
  projectId: number,
  failures: readonly TriagedFailure[],
  onClose: () => void,
): ReactNode => <AssignFailures projectId={projectId} failures={failures} onClose={onClose} />;

export function AssignFailures({ projectId, failures, onClose, onAssigned, first }: AssignFailuresProps) {
  const { data: account } = useQuery(ownAccountQuery);
  const addressOf = usePageAddress();
  const [only] = failures;
  const groupId = failures.length === 1 ? (only?.groupId ?? null) : null;
  // The dialog also works without the story.
  const story = useQuery({ ...groupStoryQuery(projectId, groupId ?? 0), enabled: groupId !== null });
  const loaded = groupId === null || story.data !== undefined || story.isError;
  return (
    <Suspense fallback={<OpeningDialog />}>
      <AssignDialog
        projectId={projectId}
        subjects={loaded ? failures.map((failure) => subjectOf(failure, story.data ?? null, addressOf)) : undefined}
        suggested={first === "note" ? [] : suggestedNames(story.data ?? null)}
        userId={account?.id}
        first={first}
        onClose={onClose}
        onAssigned={(assignee) => {
          onAssigned?.(assignee);
          void story.refetch();
        }}
      />
    </Suspense>
  );
}

function subjectOf(
  failure: TriagedFailure,
  story: FailureStory | null,
  addressOf: (path: string) => string,
): AssignedSubject {
  const { name, error, tests, path } = failure;
  const details = [tests === undefined ? "" : counted(tests, "test"), storyDetail(story)];
  return {
    ids: "testCaseId" in failure ? { testCaseId: failure.testCaseId } : { groupId: failure.groupId },
    title: name === null ? (error.split("\n", 1)[0] ?? "Failure") : `${name} fails`,
    message: handOverText({ name, error, details, url: addressOf(path) }),
    path,
  };
}

/** Returns the owners and the author of the suspected commit. Members are matched by name. */
function suggestedNames(story: FailureStory | null): readonly string[] {
  if (story === null) return [];
  return [...story.owners, ...(story.suspect === null ? [] : [story.suspect.author])];
}
