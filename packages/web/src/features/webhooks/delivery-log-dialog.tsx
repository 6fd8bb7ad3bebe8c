import { Alert, Modal, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Webhook } from "@plumb/contract/integrations/webhooks.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeliveryLog } from "./delivery-log.tsx";
import { SentBody } from "./sent-body.tsx";
import { deliveriesQuery, useRedeliver } from "./webhooks.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface DeliveryLogDialogProps {
  readonly projectId: number;
  /** `undefined` while closed. */
  readonly webhook: Webhook | undefined;
  readonly onClose: () => void;
}

/** Dialog with the deliveries of a webhook. */
export function DeliveryLogDialog({ projectId, webhook, onClose }: DeliveryLogDialogProps) {
  useFocusBefore(webhook !== undefined);
  const narrow = useMediaQuery("(width < 60em)");
  const [last, setLast] = useState(webhook);
  if (webhook !== undefined && webhook !== last) setLast(webhook);
  return (
    <Modal
      opened={webhook !== undefined}
      onClose={onClose}
      title="Deliveries"
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
      size={960}
    >
      {last !== undefined && <Log key={last.id} projectId={projectId} webhook={last} />}
    </Modal>
  );
}

function Log({ projectId, webhook }: { readonly projectId: number; readonly webhook: Webhook }) {
  const deliveries = useInfiniteQuery(deliveriesQuery(projectId, webhook.id));
  const redeliver = useRedeliver(projectId, webhook.id);
  const list = deliveries.data?.pages.flatMap((page) => page.data);
  const onRedeliver = (id: number) =>
    redeliver.mutate(id, {
      onSuccess: ({ status }) => {
        if (status === "delivered") showSuccess("Delivered");
        else showError("It failed again. The log has the reason.");
      },
    });
  return (
    <>
      <Text c="var(--ink-2)" mb="sm" style={{ overflowWrap: "anywhere" }}>
        {`To ${webhook.url}. Kept for 30 days, up to 10,000.`}
      </Text>
      {redeliver.isError && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {errorText(redeliver.error, "Failed to send it again")}
        </Alert>
      )}
      {list === undefined ? (
        deliveries.isError ? (
          <ErrorPanel
            error={deliveries.error}
            fallback="Failed to load the deliveries"
            onRetry={() => void deliveries.refetch()}
          />
        ) : (
          <Skeleton height={200} aria-label="Loading deliveries" />
        )
      ) : list.length === 0 ? (
        <Text py="xl" ta="center">
          Nothing sent yet. Send a test, or wait for the next run.
        </Text>
      ) : (
        <DeliveryLog
          deliveries={list}
          enabled={webhook.enabled}
          busy={redeliver.isPending ? redeliver.variables : null}
          onRedeliver={onRedeliver}
          renderSent={(id) => <SentBody projectId={projectId} webhookId={webhook.id} deliveryId={id} />}
        />
      )}
      <LoadMore pages={deliveries} failure="Failed to load the deliveries" />
    </>
  );
}
