import type { Webhook } from "@plumb/contract/integrations/webhooks.ts";
import { useState } from "react";
import { useDeleteWebhook } from "./webhooks.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { DeleteDialog } from "#ui/form/delete-dialog.tsx";

interface DeleteWebhookDialogProps {
  readonly projectId: number;
  /** `null` while closed. */
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
}

export function DeleteWebhookDialog({ projectId, webhook, onClose }: DeleteWebhookDialogProps) {
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
    <DeleteDialog
      opened={webhook !== null}
      noun="webhook"
      text={`Nothing will be sent to ${last?.url ?? ""}, and its secret and log are deleted too. Events that are still waiting are listed as failed deliveries. This cannot be undone. To pause it, disable it instead.`}
      error={remove.isError ? errorText(remove.error, "Failed to delete the webhook") : null}
      pending={remove.isPending}
      onDelete={onDelete}
      onClose={onClose}
    />
  );
}
