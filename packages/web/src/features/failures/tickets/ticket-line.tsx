import { Button } from "@mantine/core";
import { quietRunsToVerify, type Ticket } from "@plumb/contract/integrations/tickets.ts";
import { IconAlertTriangle, IconCircleCheck, IconCircleDot, IconLoader2, IconTicket } from "@tabler/icons-react";
import styles from "./tickets.module.css";

interface TicketLineProps {
  readonly ticket: Ticket;
  /** Removes the link; absent for viewers. */
  readonly onUnlink?: (() => void) | undefined;
}

/** A ticket with its state in the tracker. */
export function TicketLine({ ticket, onUnlink }: TicketLineProps) {
  const { key, url, title, assignee, problem } = ticket;
  const { icon: Icon, color } = looks[ticket.state];
  return (
    <p className={styles["line"]}>
      <IconTicket size={15} aria-hidden />
      {url === null ? (
        <b>{title}</b>
      ) : (
        <a href={url} target="_blank" rel="noreferrer noopener" title={title}>
          {key ?? title}
        </a>
      )}
      <span className={styles["state"]} style={{ color }}>
        <Icon size={15} aria-hidden />
        {ticketState(ticket)}
      </span>
      {assignee !== null && <span>{assignee}</span>}
      {problem !== null && <span className={styles["problem"]}>{problem}</span>}
      {onUnlink !== undefined && ticket.state !== "creating" && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={onUnlink}
          aria-label={`Unlink ${key ?? title}`}
        >
          Unlink
        </Button>
      )}
    </p>
  );
}

const looks = {
  creating: { icon: IconLoader2, color: "var(--ink-2)" },
  failed: { icon: IconAlertTriangle, color: "var(--failed-ink)" },
  open: { icon: IconCircleDot, color: "var(--brand-ink)" },
  closed: { icon: IconCircleCheck, color: "var(--passed-ink)" },
  gone: { icon: IconAlertTriangle, color: "var(--ink-2)" },
} as const;

/** Describes the state of a ticket. */
export function ticketState({ state, stateName, quietRuns, returned }: Ticket): string {
  if (state === "creating") return "Being created";
  if (state === "failed") return "Not created";
  if (state === "gone") return "Deleted in the tracker";
  const name = stateName ?? (state === "open" ? "Open" : "Closed");
  if (state === "open") return returned ? `${name}, reopened because the failure returned` : name;
  if (returned) return `${name}, but the failure returned`;
  if (quietRuns === null) return name;
  return quietRuns >= quietRunsToVerify
    ? `${name}, verified: quiet for ${quietRunsToVerify} runs`
    : `${name}, quiet for ${quietRuns} of ${quietRunsToVerify} runs`;
}
