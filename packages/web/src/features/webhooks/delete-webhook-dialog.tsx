import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import type { Webhook } from "@plumb/contract/integrations/webhooks.ts";
import { useState } from "react";
import { useDeleteWebhook } from "./webhooks.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";

interface DeleteWebhookDialogProps {
  readonly projectId: number;
  /** `null` while closed. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
}

export function DeleteWebhookDialog({ projectId, webhook, onClose }: DeleteWebhookDialogProps) {
  useFocusBefore(webhook !== null);
  const remove = useDeleteWebhook(projectId);
  const [last, setLast] = useState(webhook);
  if (webhook !== null && webhook !== last) setLast(webhook);
  const onDelete = () => {
    if (webhook === null) return;
    remove.mutate(webhook.id, {
      onSuccess: () => {
        showSuccess("Webhook deleted");
        onClose();
      },
    });
  };
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title="Delete this webhook?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Text style={{ overflowWrap: "anywhere" }}>
        {`Nothing will be sent to ${last?.url ?? ""}, and its secret and log are deleted too. Events that are still waiting are listed as failed deliveries. This cannot be undone. To pause it, disable it instead.`}
      </Text>
      {remove.isError && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {errorText(remove.error, "Failed to delete the webhook")}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.8" loading={remove.isPending} onClick={onDelete}>
          Delete webhook
        </Button>
      </Group>
    </Modal>
  );
}
