import type { WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import styles from "./webhooks.module.css";
import { CodeBlock } from "#ui/code/code-block.tsx";

/** Reason of a failed attempt, the request, and the response. */
export function DeliveryReply({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { error, request, requestId, responseBody } = delivery;
  return (
    <div className={styles["answer"]}>
      {error !== null && <p>{error}</p>}
      {error === null && request === null && responseBody === null && (
        <p className={styles["quiet"]}>Nothing was sent yet.</p>
      )}
      {request !== null && <p className={styles["quiet"]}>{request}</p>}
      {responseBody !== null && responseBody !== "" && <CodeBlock text={responseBody} what="answer" />}
      {responseBody === "" && <p className={styles["quiet"]}>The response was empty.</p>}
      {requestId !== null && <p className={styles["quiet"]}>{`Request ID ${requestId}`}</p>}
    </div>
  );
}
