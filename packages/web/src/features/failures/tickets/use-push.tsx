import { maxNewTickets } from "@plumb/contract/integrations/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { failureGroupsQuery } from "#features/failures/failures.queries.ts";
import { PushDialog } from "./push-dialog.tsx";
import { trackersQuery } from "./tickets.queries.ts";

/** Action that creates tickets for causes. */
export interface PushAction {
  /** Name of the tracker, such as "Jira"; `null` if there is none, `undefined` while loading. */
  readonly tracker: string | null | undefined;
  /** Whether the trackers could not be loaded. */
  readonly isError: boolean;
  /** Number of causes in the period; `undefined` while loading. */
  readonly causes: number | undefined;
  readonly onOpen: () => void;
}

/**
 * Returns the action for the first causes of the list, and its dialog.
 *
 * @param causes Number of causes in the period.
 */
export function usePush(
  { projectId, mayTriage, search }: PushScope,
  causes: number | undefined,
): { push: PushAction; dialog: ReactNode } {
  const [opened, setOpened] = useState(false);
  const trackers = useQuery({ ...trackersQuery(projectId), enabled: mayTriage });
  const groups = useQuery({ ...failureGroupsQuery(projectId, search), enabled: opened });
  useFailureToast(opened ? groups.error : null, "Failed to load the causes");
  const groupIds = groups.data?.data.slice(0, maxNewTickets).map(({ id }) => id) ?? [];
  const onOpen = () => {
    setOpened(true);
    if (groups.isError) void groups.refetch();
  };
  return {
    push: { tracker: nameOf(trackers.data), isError: trackers.isError, causes, onOpen },
    dialog: opened && trackers.data !== undefined && groupIds.length > 0 && (
      <PushDialog
        projectId={projectId}
        trackers={trackers.data}
        subjects={groupIds.map((groupId) => ({ groupId }))}
        isSelection={false}
        onClose={() => setOpened(false)}
      />
    ),
  };
}

interface PushScope {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly search: FailureSearch;
}

function nameOf(trackers: readonly { readonly connectorName: string }[] | undefined): string | null | undefined {
  if (trackers === undefined) return undefined;
  const names = new Set(trackers.map(({ connectorName }) => connectorName));
  if (names.size > 1) return "tracker";
  return [...names][0] ?? null;
}
