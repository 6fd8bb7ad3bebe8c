import { quietRunsToVerify, type Ticket } from "@plumb/contract/integrations/tickets.ts";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ticketState } from "./ticket-line.tsx";
import { reportTicketsQuery } from "./tickets.queries.ts";
import styles from "./tickets.module.css";

/** Key and state of a ticket. It is part of a button, so it is not a link. */
export function TicketMark({ ticket }: { readonly ticket: Ticket }) {
  const state = shortState(ticket);
  return (
    <span className={styles["mark"]} title={`${ticketState(ticket)}: ${ticket.title}`}>
      <IconTicket size={14} aria-hidden />
      {ticket.key === null ? `Ticket: ${state}` : `${ticket.key}: ${state}`}
    </span>
  );
}

function shortState(ticket: Ticket): string {
  const { state, quietRuns, returned } = ticket;
  if (state === "open") return returned ? "Reopened" : "Open";
  if (state !== "closed") return ticketState(ticket);
  if (returned) return "Closed, but back";
  if (quietRuns === null) return "Closed";
  return quietRuns >= quietRunsToVerify ? "Verified" : `Closed, ${quietRuns}/${quietRunsToVerify} quiet`;
}

interface CauseTicketMarkProps {
  readonly projectId: number;
  readonly reportId: number;
  readonly groupId: number;
}

/** Ticket of a cause in a report. All marks of a report share one request. */
export function CauseTicketMark({ projectId, reportId, groupId }: CauseTicketMarkProps) {
  const { data } = useQuery(reportTicketsQuery(projectId, reportId));
  const ticket = data?.get(groupId);
  return ticket === undefined ? null : <TicketMark ticket={ticket} />;
}
