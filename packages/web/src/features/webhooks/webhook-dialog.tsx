import { Alert, Button, Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Webhook } from "@plumb/contract/integrations/webhooks.ts";
import { useState } from "react";
import { WebhookForm } from "./webhook-form.tsx";
import { useCreateWebhook, useUpdateWebhook } from "./webhooks.queries.ts";
import { CommandLine } from "#ui/code/command-line.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface WebhookDialogProps {
  readonly projectId: number;
  /** Webhook to change, or `new` to add one; `null` while closed. */
  readonly wanted: Webhook | "new" | null;
  readonly onClose: () => void;
}

/** Dialog to add or change a webhook. A click outside does not close it, because the secret would be lost. */
export function WebhookDialog({ projectId, wanted, onClose }: WebhookDialogProps) {
  const narrow = useMediaQuery("(width < 40em)");
  // Keeps the last content while the dialog fades out.
  const [last, setLast] = useState(wanted);
  if (wanted !== null && wanted !== last) setLast(wanted);
  return (
    <FormDialog
      opened={wanted !== null}
      onClose={onClose}
      title={last === "new" ? "Add Webhook" : "Edit webhook"}
      fullScreen={narrow}
      closeOnClickOutside={false}
      transitionProps={{ duration: 120 }}
      centered
      size={520}
    >
      {last === "new" && <Add projectId={projectId} onClose={onClose} />}
      {last !== null && last !== "new" && <Edit projectId={projectId} webhook={last} onClose={onClose} />}
    </FormDialog>
  );
}

function Add({ projectId, onClose }: Pick<WebhookDialogProps, "projectId" | "onClose">) {
  const create = useCreateWebhook(projectId);
  const secret = create.data?.secret ?? null;
  if (secret !== null) return <MadeSecret secret={secret} onDone={onClose} />;
  return (
    <WebhookForm
      webhook={null}
      pending={create.isPending}
      error={create.error}
      onSubmit={(body) =>
        create.mutate(body, {
          onSuccess: (created) => {
            showSuccess("Webhook added");
            if (created.secret === null) onClose();
          },
        })
      }
      onCancel={onClose}
    />
  );
}

/** Shows a generated secret once. It cannot be read again. */
export function MadeSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <>
      <Alert
        color="brand"
        variant="light"
        title="Copy this secret now. You will not see it again."
        role="alert"
        mb="sm"
      >
        <p style={{ margin: "0 0 10px" }}>
          The receiver needs it to verify the signature of each delivery (X-Plumb-Signature).
        </p>
        <CommandLine command={secret} what="secret" />
      </Alert>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </>
  );
}

function Edit({ projectId, webhook, onClose }: { projectId: number; webhook: Webhook; onClose: () => void }) {
  const update = useUpdateWebhook(projectId);
  return (
    <WebhookForm
      key={webhook.id}
      webhook={webhook}
      pending={update.isPending}
      error={update.error}
      onSubmit={(body) =>
        update.mutate(
          { webhookId: webhook.id, body },
          {
            onSuccess: () => {
              showSuccess("Webhook saved");
              onClose();
            },
          },
        )
      }
      onCancel={onClose}
    />
  );
}
