import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { Link } from "@tanstack/react-router";
import { eventWord } from "./webhook-labels.ts";
import styles from "./webhooks.module.css";

/** Event of a delivery, with a link to its report if there is one, and the title of what was sent. */
export function DeliveryEvent({ event, reportId, title }: Pick<WebhookDelivery, "event" | "reportId" | "title">) {
  return (
    <>
      <EventName event={event} reportId={reportId} />
      {title !== null && <span className={styles["title"]}>{title}</span>}
    </>
  );
}

function EventName({ event, reportId }: Pick<WebhookDelivery, "event" | "reportId">) {
  if (reportId === null) return eventWord(event);
  return (
    <Link to="/reports/$reportId" params={{ reportId: String(reportId) }} className={styles["event"]}>
      {eventWord(event)}
    </Link>
  );
}
