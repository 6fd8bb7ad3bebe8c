import { Button, Table } from "@mantine/core";
import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { IconCheck, IconChevronRight, IconClock, IconX } from "@tabler/icons-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { DeliveryReply } from "./delivery-answer.tsx";
import { answerWord, dueIn } from "./webhook-labels.ts";
import { DeliveryHistory } from "./delivery-history.tsx";
import { DeliveryEvent } from "./delivery-event.tsx";
import styles from "./webhooks.module.css";
import { formatDuration, formatTimestamp } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { useNow } from "#ui/text/now.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";

const variants = {
  pending: { word: "Waiting", icon: IconClock, color: "var(--running-ink)" },
  delivered: { word: "Delivered", icon: IconCheck, color: "var(--passed-ink)" },
  failed: { word: "Failed", icon: IconX, color: "var(--failed-ink)" },
} as const;

interface DeliveryLogProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** Whether the destination is enabled. Only then can deliveries be sent again. */
  readonly enabled: boolean;
  /** Whether only failed deliveries can be sent again. */
  readonly onlyFailed?: boolean;
  /** Id of the delivery that is being sent again. */
  readonly busy: number | null;
  readonly onRedeliver: (deliveryId: number) => void;
  /** Returns the sent content of an expanded delivery. */
  readonly renderSent: (deliveryId: number) => ReactNode;
}

/** Deliveries of a webhook or a connection. An expanded row shows the response. */
export function DeliveryLog({ deliveries, ...rest }: DeliveryLogProps) {
  const [opened, setOpened] = useState<number | null>(null);
  return (
    <CardTable label="Deliveries" actions columns={["When", "Event", "Status", "Attempts", "Response", "Duration"]}>
      {deliveries.map((delivery) => (
        <DeliveryRows
          key={delivery.id}
          delivery={delivery}
          opened={opened === delivery.id}
          onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
          {...rest}
        />
      ))}
    </CardTable>
  );
}

interface DeliveryRowsProps extends Omit<DeliveryLogProps, "deliveries"> {
  readonly delivery: WebhookDelivery;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

function DeliveryRows(props: DeliveryRowsProps) {
  const { delivery, opened, onToggle, enabled, onlyFailed = false, busy, onRedeliver, renderSent } = props;
  const { id, event, reportId, title, status, attempts, createdAt, nextAttemptAt, durationMs } = delivery;
  const responseId = useId();
  const nowMs = Math.max(useNow(), 0);
  const { word, icon: Icon, color } = variants[status];
  return (
    <Fragment>
      <Table.Tr>
        <Table.Td data-part="short">
          <TimeAgo timestamp={createdAt} />
        </Table.Td>
        <Table.Td className={styles["wrapped"] ?? ""}>
          <DeliveryEvent event={event} reportId={reportId} title={title} />
        </Table.Td>
        <Table.Td data-part="short">
          <span className={styles["mark"]} style={{ color }}>
            <Icon size={15} aria-hidden />
            {word}
          </span>
          {nextAttemptAt !== null && (
            <span className={styles["quiet"]} title={formatTimestamp(nextAttemptAt)}>
              {` next attempt ${dueIn(nextAttemptAt, nowMs)}`}
            </span>
          )}
        </Table.Td>
        <Table.Td data-part="short" data-label="Attempts">
          {attempts}
        </Table.Td>
        <Table.Td data-part="short" data-label="Response">
          {answerWord(delivery)}
        </Table.Td>
        <Table.Td data-part="short" data-label="Duration">
          {formatDuration(durationMs)}
        </Table.Td>
        <Table.Td>
          <div className={styles["logActs"]}>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-expanded={opened}
              aria-controls={responseId}
              aria-label={`Response to delivery ${id}`}
              leftSection={<IconChevronRight size={14} className={styles["chevron"]} aria-hidden />}
              onClick={onToggle}
            >
              Response
            </Button>
            {(!onlyFailed || status === "failed") && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!enabled || (busy !== null && busy !== id)}
                loading={busy === id}
                {...(!enabled && { title: `Enable the ${onlyFailed ? "connection" : "webhook"} first` })}
                aria-label={`Redeliver delivery ${id}`}
                onClick={() => onRedeliver(id)}
              >
                Redeliver
              </Button>
            )}
          </div>
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={responseId} hidden={!opened} className={styles["opened"] ?? ""}>
        <Table.Td colSpan={7}>{opened && <DeliveryDetails delivery={delivery} sent={renderSent(id)} />}</Table.Td>
      </Table.Tr>
    </Fragment>
  );
}

function DeliveryDetails({ delivery, sent }: { readonly delivery: WebhookDelivery; readonly sent: ReactNode }) {
  return (
    <>
      <DeliveryReply delivery={delivery} />
      <DeliveryHistory delivery={delivery} />
      <details className={styles["sent"]}>
        <summary>Sent content</summary>
        {sent}
      </details>
    </>
  );
}
