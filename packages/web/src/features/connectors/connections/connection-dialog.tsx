import { useMediaQuery } from "@mantine/hooks";
import type { Binding, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { useState } from "react";
import { ConnectionForm } from "./connection-form.tsx";
import { type NewConnection, useCreateConnection, useUpdateConnection } from "./connections.queries.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface ConnectionDialogProps {
  readonly projectId: number;
  /** Connection to change, or `new` to add one; `null` while closed. */
  readonly wanted: Binding | "new" | null;
  readonly connectors: readonly ProjectConnector[];
  readonly onConfigure: (id: ConnectorId) => void;
  readonly onClose: () => void;
}

/** Dialog to add or change a connection. */
export function ConnectionDialog({ projectId, wanted, connectors, onConfigure, onClose }: ConnectionDialogProps) {
  const narrow = useMediaQuery("(width < 40em)");
  // Keeps the last content while the dialog fades out.
  const [last, setLast] = useState(wanted);
  if (wanted !== null && wanted !== last) setLast(wanted);
  const create = useCreateConnection(projectId);
  const update = useUpdateConnection(projectId);
  const connection = last === "new" ? null : last;
  const onSubmit = ({ owner, values, ...place }: NewConnection, cleared: readonly string[]) => {
    if (connection === null)
      create.mutate(
        { ...place, owner, values },
        {
          onSuccess: ({ message }) => {
            showSuccess(message);
            onClose();
          },
        },
      );
    else
      update.mutate(
        { bindingId: connection.id, body: { owner, values, cleared: [...cleared] } },
        {
          onSuccess: ({ message }) => {
            showSuccess(message ?? "Connection saved");
            onClose();
          },
        },
      );
  };
  return (
    <FormDialog
      opened={wanted !== null}
      onClose={onClose}
      title={last === "new" ? "Add connection" : "Edit connection"}
      fullScreen={narrow}
      transitionProps={{ duration: 120 }}
      centered
      size={520}
    >
      {last !== null && (
        <ConnectionForm
          key={connection?.id ?? "new"}
          connection={connection}
          connectors={connectors}
          pending={create.isPending || update.isPending}
          error={connection === null ? create.error : update.error}
          onSubmit={onSubmit}
          onConfigure={onConfigure}
          onCancel={onClose}
        />
      )}
    </FormDialog>
  );
}
