import { maxNewTickets } from "@plumb/contract/integrations/tickets.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { OpeningDialog } from "#ui/feedback/opening-dialog.tsx";
import { showErrorOnce } from "#ui/feedback/toast.ts";
import { PushDialog } from "./push-dialog.tsx";
import { trackersQuery } from "./tickets.queries.ts";

interface TicketDialogProps {
  readonly projectId: number;
  /** Causes; at least one. */
  readonly groupIds: readonly number[];
  readonly onClose: () => void;
}

/** Dialog that creates tickets for causes. Without a tracker, or with too many causes, it closes with a message. */
export function TicketDialog({ projectId, groupIds, onClose }: TicketDialogProps) {
  const { data: trackers, error } = useQuery(trackersQuery(projectId));
  const refusal =
    error !== null
      ? refusalText(error, "Failed to load the trackers")
      : trackers?.length === 0
        ? "No tracker is connected to this project. Project leads connect one in the project's settings"
        : groupIds.length > maxNewTickets
          ? `Select at most ${maxNewTickets} causes to create tickets`
          : null;
  useEffect(() => {
    if (refusal === null) return;
    showErrorOnce(refusal);
    onClose();
  }, [refusal, onClose]);
  if (refusal !== null) return null;
  if (trackers === undefined) return <OpeningDialog />;
  return (
    <PushDialog
      projectId={projectId}
      trackers={trackers}
      subjects={groupIds.map((groupId) => ({ groupId }))}
      isSelection
      onClose={onClose}
    />
  );
}
