import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { useState } from "react";
import { useDeleteConnection } from "./connections.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { DeleteDialog } from "#ui/form/delete-dialog.tsx";

interface DeleteConnectionDialogProps {
  readonly projectId: number;
  /** `null` while closed. */
  readonly connection: Binding | null;
  readonly onClose: () => void;
}

export function DeleteConnectionDialog({ projectId, connection, onClose }: DeleteConnectionDialogProps) {
  const remove = useDeleteConnection(projectId);
  const [last, setLast] = useState(connection);
  if (connection !== null && connection !== last) setLast(connection);
  const onDelete = () => {
    if (connection === null) return;
    remove.mutate(connection.id, {
      onSuccess: () => {
        showSuccess("Connection deleted");
        onClose();
      },
    });
  };
  return (
    <DeleteDialog
      opened={connection !== null}
      noun="connection"
      text={`Nothing will be sent to ${last?.name ?? ""} any more. Tickets and messages that exist there are kept, and Plumb no longer follows them. Deliveries that are still waiting are listed as failed deliveries.`}
      error={remove.isError ? errorText(remove.error, "Failed to delete the connection") : null}
      pending={remove.isPending}
      onDelete={onDelete}
      onClose={onClose}
    />
  );
}
