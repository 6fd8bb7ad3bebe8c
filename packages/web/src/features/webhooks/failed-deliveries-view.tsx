import { Button, Group, Table } from "@mantine/core";
import type { FailedDelivery } from "@plumb/contract/integrations/outbox.ts";
import { DeliveryEvent } from "./delivery-event.tsx";
import styles from "./webhooks.module.css";
import { formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import list from "#ui/layout/settings-list.module.css";
import { CardTable } from "#ui/list/card-table.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

const stateNotes = { open: "", disabled: " (disabled)", removed: " (deleted)" } as const;

interface FailedDeliveriesViewProps {
  readonly deliveries: readonly FailedDelivery[];
  readonly total: number;
  /** Number of deliveries whose destination is enabled. */
  readonly sendable: number;
  readonly busy: "resend" | "dismiss" | null;
  readonly onResend: () => void;
  readonly onDismiss: () => void;
}

/** Events that could not be delivered, with actions for all of them. */
export function FailedDeliveriesView({
  deliveries,
  total,
  sendable,
  busy,
  onResend,
  onDismiss,
}: FailedDeliveriesViewProps) {
  return (
    <section aria-labelledby="failed-deliveries-head" className={styles["failed"]}>
      <div className={list["head"]}>
        <div>
          <h2 id="failed-deliveries-head">{`Failed deliveries (${formatCount(total)})`}</h2>
          <p>
            {`These events were not delivered, and are not retried. ${closedNote(total, sendable)}They are kept for 30 days.`}
          </p>
        </div>
        <Group gap={8}>
          <Button variant="default" loading={busy === "dismiss"} disabled={busy !== null} onClick={onDismiss}>
            Dismiss all…
          </Button>
          {sendable > 0 && (
            <Button loading={busy === "resend"} disabled={busy !== null} onClick={onResend}>
              {sendable === total ? "Send all again" : `Send ${formatCount(sendable)} again`}
            </Button>
          )}
        </Group>
      </div>
      <div className={panel["panel"]}>
        <CardTable label="Failed deliveries" columns={["When", "Event", "Destination", "Attempts", "Reason"]}>
          {deliveries.map(({ id, createdAt, event, reportId, title, destination, attempts, error }) => (
            <Table.Tr key={id}>
              <Table.Td data-part="short">
                <TimeAgo timestamp={createdAt} />
              </Table.Td>
              <Table.Td data-part="short">
                <DeliveryEvent event={event} reportId={reportId} title={title} />
              </Table.Td>
              <Table.Td data-label="Destination" className={styles["wrapped"] ?? ""}>
                {destination.name}
                <span className={styles["quiet"]}>{stateNotes[destination.state]}</span>
              </Table.Td>
              <Table.Td data-part="short" data-label="Attempts">
                {attempts}
              </Table.Td>
              <Table.Td className={styles["wrapped"] ?? ""}>{error}</Table.Td>
            </Table.Tr>
          ))}
        </CardTable>
      </div>
    </section>
  );
}

/** Returns why some deliveries cannot be sent again. */
function closedNote(total: number, sendable: number): string {
  if (sendable === total) return "";
  if (sendable === 0) return "Their destinations are disabled or deleted. ";
  return `The destinations of ${formatCount(total - sendable)} are disabled or deleted. `;
}
