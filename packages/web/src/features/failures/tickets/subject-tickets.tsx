import { Button } from "@mantine/core";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PushDialog } from "./push-dialog.tsx";
import { TicketLine } from "./ticket-line.tsx";
import {
  causeTicketsQuery,
  itemTicketsQuery,
  ticketByCause,
  type TicketSubject,
  trackersQuery,
  useUnlinkTicket,
} from "./tickets.queries.ts";
import styles from "./tickets.module.css";
import { errorText } from "#lib/api/error-text.ts";
import { showError } from "#ui/feedback/toast.ts";

interface ScopeProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
}

/** Tickets of a cause, with a button that creates or links one. */
export function CauseTickets({ projectId, groupId, mayTriage }: ScopeProps & { readonly groupId: number }) {
  const { data } = useQuery(causeTicketsQuery(projectId, [groupId]));
  return <SubjectTickets projectId={projectId} mayTriage={mayTriage} subject={{ groupId }} tickets={data} />;
}

/** Tickets of an analysis item, with a button that creates or links one. */
export function ItemTickets({ projectId, annotationId, mayTriage }: ScopeProps & { readonly annotationId: number }) {
  const { data } = useQuery(itemTicketsQuery(projectId, annotationId));
  return <SubjectTickets projectId={projectId} mayTriage={mayTriage} subject={{ annotationId }} tickets={data} />;
}

interface SubjectTicketsProps extends ScopeProps {
  readonly subject: TicketSubject;
  readonly tickets: readonly Ticket[] | undefined;
}

function SubjectTickets({ projectId, subject, tickets, mayTriage }: SubjectTicketsProps) {
  const { data: trackers = [] } = useQuery(trackersQuery(projectId));
  const unlink = useUnlinkTicket(projectId);
  const [opened, setOpened] = useState(false);
  if (tickets === undefined) return null;
  const countsAlone =
    tickets.filter(({ state }) => state !== "gone").length > 1 ? [...ticketByCause(tickets).values()][0] : undefined;
  const mayCreate = mayTriage && trackers.length > 0 && tickets.every(({ state }) => state === "gone");
  if (tickets.length === 0 && !mayCreate) return null;
  const onUnlink = (id: number) =>
    unlink.mutate(id, { onError: (error) => showError(errorText(error, "Failed to unlink the ticket")) });
  return (
    <div className={styles["tickets"]}>
      {tickets.map((ticket) => (
        <TicketLine key={ticket.id} ticket={ticket} onUnlink={mayTriage ? () => onUnlink(ticket.id) : undefined} />
      ))}
      {countsAlone !== undefined && (
        <p>{`Merged causes keep their tickets. If the failure returns, only ${countsAlone.key ?? "the newest"} is reopened.`}</p>
      )}
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
        <PushDialog
          projectId={projectId}
          trackers={trackers}
          subjects={[subject]}
          isSelection
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}
