import { Alert, Button, Group, Modal, Text } from "@mantine/core";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { useState } from "react";
import { useDeleteConnection } from "./connections.queries.ts";
import { errorText } from "#lib/api/error-text.ts";
import { useFocusBefore } from "#lib/keys/returned-focus.ts";
import { showSuccess } from "#ui/feedback/toast.ts";

interface DeleteConnectionDialogProps {
  readonly projectId: number;
  /** `null` while closed. */
  readonly connection: Binding | null;
  readonly onClose: () => void;
}

export function DeleteConnectionDialog({ projectId, connection, onClose }: DeleteConnectionDialogProps) {
  useFocusBefore(connection !== null);
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
    <Modal
      opened={connection !== null}
      onClose={onClose}
      title="Delete this connection?"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 120 }}
    >
      <Text style={{ overflowWrap: "anywhere" }}>
        {`Nothing will be sent to ${last?.name ?? ""} any more. Tickets and messages that exist there are kept, and Plumb no longer follows them. Deliveries that are still waiting are listed as failed deliveries.`}
      </Text>
      {remove.isError && (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {errorText(remove.error, "Failed to delete the connection")}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.8" loading={remove.isPending} onClick={onDelete}>
          Delete connection
        </Button>
      </Group>
    </Modal>
  );
}
