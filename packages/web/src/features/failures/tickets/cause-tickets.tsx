import { Button } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PushDialog } from "./push-dialog.tsx";
import { TicketLine } from "./ticket-line.tsx";
import { causeTicketsQuery, trackersQuery, useUnlinkTicket } from "./tickets.queries.ts";
import styles from "./tickets.module.css";
import { errorText } from "#lib/api/error-text.ts";
import { showError } from "#ui/feedback/toast.ts";

interface CauseTicketsProps {
  readonly projectId: number;
  readonly groupId: number;
  readonly mayTriage: boolean;
}

/** Tickets of a cause, with a button that creates or links one. */
export function CauseTickets({ projectId, groupId, mayTriage }: CauseTicketsProps) {
  const { data: tickets = [] } = useQuery(causeTicketsQuery(projectId, [groupId]));
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  const unlink = useUnlinkTicket(projectId);
  const [opened, setOpened] = useState(false);
  const mayCreate = mayTriage && trackers.length > 0 && tickets.every(({ state }) => state === "gone");
  if (tickets.length === 0 && !mayCreate) return null;
  const onUnlink = (id: number) =>
    unlink.mutate(id, { onError: (error) => showError(errorText(error, "Failed to unlink the ticket")) });
  return (
    <div className={styles["tickets"]}>
      {tickets.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} onUnlink={mayTriage ? () => onUnlink(ticket.id) : undefined} />
      ))}
      {mayCreate && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTicket size={14} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setOpened(true)}
          >
            Create or link a ticket
          </Button>
        </div>
      )}
      {opened && (
        <PushDialog projectId={projectId} trackers={trackers} groupIds={[groupId]} onClose={() => setOpened(false)} />
      )}
    </div>
  );
}
