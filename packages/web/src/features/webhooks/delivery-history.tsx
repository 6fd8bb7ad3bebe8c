import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import styles from "./webhooks.module.css";
import { formatDuration, formatTimestamp } from "#lib/format/format.ts";

/** All attempts of a delivery that the log keeps, newest first. A single attempt is shown elsewhere. */
export function DeliveryHistory({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { history, attempts } = delivery;
  if (history.length < 2) return null;
  return (
    <details className={styles["sent"]}>
      <summary>
        {attempts > history.length
          ? `The last ${history.length} of ${attempts} attempts`
          : attempts === history.length
            ? `${attempts} attempts`
            : `${history.length} attempts, also from before it was sent again`}
      </summary>
      <ul className={styles["history"]}>
        {history.toReversed().map(({ at, durationMs, responseStatus, error }, index) => (
          <li key={index}>
            {`${formatTimestamp(at)} · ${responseStatus ?? "no response"} · ${formatDuration(durationMs)}`}
            {error !== null && <p>{error}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}
