import { Button, Group, Modal, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailedDeliveriesView } from "./failed-deliveries-view.tsx";
import { failedDeliveriesQuery, useDismissFailed, useResendFailed } from "./webhooks.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { counted } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { LoadMore } from "#ui/list/load-more.tsx";

/** Failed deliveries of a project, or with `null` of the emails to users; nothing if there are none. */
export function FailedDeliveries({ projectId }: { readonly projectId: number | null }) {
  const failed = useInfiniteQuery(failedDeliveriesQuery(projectId));
  const resend = useResendFailed(projectId);
  const dismiss = useDismissFailed(projectId);
  const [asking, setAsking] = useState(false);
  const [first] = failed.data?.pages ?? [];
  if (first === undefined)
    return failed.isError ? (
      <ErrorPanel
        error={failed.error}
        fallback="Failed to load the failed deliveries"
        onRetry={() => void failed.refetch()}
      />
    ) : null;
  if (first.total === 0) return null;

  const onResend = () =>
    resend.mutate(undefined, {
      onSuccess: ({ queued }) => showSuccess(counted(queued, "delivery is sent again", "deliveries are sent again")),
      onError: (error) => showError(errorText(error, "Failed to send the deliveries again")),
    });
  const onDismiss = () =>
    dismiss.mutate(undefined, {
      onSuccess: () => setAsking(false),
      onError: (error) => showError(errorText(error, "Failed to dismiss the deliveries")),
    });
  return (
    <>
      <FailedDeliveriesView
        deliveries={failed.data?.pages.flatMap((page) => page.data) ?? []}
        total={first.total}
        sendable={first.sendable}
        busy={resend.isPending ? "resend" : dismiss.isPending ? "dismiss" : null}
        onResend={onResend}
        onDismiss={() => setAsking(true)}
      />
      <LoadMore pages={failed} failure="Failed to load the failed deliveries" />
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Dismiss all failed deliveries?"
        centered
        closeButtonProps={{ "aria-label": "Close" }}
        transitionProps={{ duration: 120 }}
      >
        <Text>
          {projectId === null
            ? "They are removed from this list, and are not sent. Their notifications are still in Plumb."
            : "They are removed from this list. The logs of existing webhooks and connections still show them."}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button color="red.8" loading={dismiss.isPending} onClick={onDismiss}>
            Dismiss all
          </Button>
        </Group>
      </Modal>
    </>
  );
}
