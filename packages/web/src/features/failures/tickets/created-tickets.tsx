import { Button, Group } from "@mantine/core";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { TicketLine } from "./ticket-line.tsx";
import styles from "./tickets.module.css";

interface CreatedTicketsProps {
  /** Tickets of the chosen causes. The tracker may not have created some of them yet. */
  readonly tickets: readonly Ticket[];
  readonly onClose: () => void;
}

/** Progress and result of several new tickets. */
export function CreatedTickets({ tickets, onClose }: CreatedTicketsProps) {
  const waiting = tickets.filter(({ state }) => state === "creating").length;
  const failed = tickets.filter(({ state }) => state === "failed").length;
  const done = tickets.length - waiting - failed;
  return (
    <>
      <output>
        {`${done} of ${tickets.length} tickets created`}
        {failed > 0 && `, ${failed} rejected`}
        {waiting > 0 && ". You can close this window; the others are created in the background."}
      </output>
      <ul className={styles["found"]}>
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <TicketLine ticket={ticket} />
            {ticket.key !== null && ticket.title}
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="sm">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </>
  );
}
