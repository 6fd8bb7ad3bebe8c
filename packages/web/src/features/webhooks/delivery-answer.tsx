import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import styles from "./webhooks.module.css";
import { CodeBlock } from "#ui/code/code-block.tsx";

/** Reason of a failed attempt, and the response. */
export function DeliveryAnswer({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { error, responseBody } = delivery;
  return (
    <div className={styles["answer"]}>
      {error !== null && <p>{error}</p>}
      {error === null && responseBody === null && <p className={styles["quiet"]}>Nothing was sent yet.</p>}
      {responseBody !== null && responseBody !== "" && <CodeBlock text={responseBody} what="answer" />}
      {responseBody === "" && <p className={styles["quiet"]}>The response was empty.</p>}
    </div>
  );
}
