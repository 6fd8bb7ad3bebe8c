import { Alert, Modal, Skeleton, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DeliveryLog } from "./delivery-log.tsx";
import { SentBody } from "./sent-body.tsx";
import { deliveriesQuery, type LogSource, useRedeliver } from "./webhooks.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

/** A webhook or a connection, whose deliveries the dialog shows. */
interface LoggedDestination extends LogSource {
  /** Address or name. */
  readonly name: string;
  readonly enabled: boolean;
}

interface DeliveryLogDialogProps {
  readonly projectId: number;
  /** `undefined` while closed. */
  readonly destination: LoggedDestination | undefined;
  readonly onClose: () => void;
}

/** Dialog with the deliveries of a webhook or a connection. */
export function DeliveryLogDialog({ projectId, destination, onClose }: DeliveryLogDialogProps) {
  useFocusBefore(destination !== undefined);
  const narrow = useMediaQuery("(width < 60em)");
  const [last, setLast] = useState(destination);
  if (destination !== undefined && !isSame(destination, last)) setLast(destination);
  return (
    <Modal
      opened={destination !== undefined}
      onClose={onClose}
      title="Deliveries"
      fullScreen={narrow}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
      size={960}
    >
      {last !== undefined && <Log key={`${last.kind} ${last.id}`} projectId={projectId} destination={last} />}
    </Modal>
  );
}

function isSame(one: LoggedDestination, other: LoggedDestination | undefined): boolean {
  const { kind, id, name, enabled } = one;
  return kind === other?.kind && id === other.id && name === other.name && enabled === other.enabled;
}

function Log({ projectId, destination }: { readonly projectId: number; readonly destination: LoggedDestination }) {
  const deliveries = useInfiniteQuery(deliveriesQuery(projectId, destination));
  const redeliver = useRedeliver(projectId, destination);
  const list = deliveries.data?.pages.flatMap((page) => page.data);
  const onRedeliver = (id: number) =>
    redeliver.mutate(id, {
      onSuccess: ({ status }) => {
        if (status === "delivered") showSuccess("Delivered");
        else if (status === "pending") showSuccess("It is sent again");
        else showError("It failed again. The log has the reason.");
      },
    });
  return (
    <>
      <Text c="var(--ink-2)" mb="sm" style={{ overflowWrap: "anywhere" }}>
        {`To ${destination.name}. Kept for 30 days, up to 10,000.`}
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
          {destination.kind === "webhook"
            ? "Nothing sent yet. Send a test, or wait for the next run."
            : "Nothing sent yet. Tests of a connection are not listed."}
        </Text>
      ) : (
        <DeliveryLog
          deliveries={list}
          enabled={destination.enabled}
          onlyFailed={destination.kind === "binding"}
          busy={redeliver.isPending ? redeliver.variables : null}
          onRedeliver={onRedeliver}
          renderSent={(id) => <SentBody projectId={projectId} source={destination} deliveryId={id} />}
        />
      )}
      <LoadMore pages={deliveries} failure="Failed to load the deliveries" />
    </>
  );
}
