import { FocusTrap, Loader } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectorSetupQuery, useSetupAction } from "./connectors.queries.ts";
import { ConnectorSetupView } from "./connector-setup-view.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface ConfigureDialogProps {
  /** `undefined` while closed. */
  readonly connector: Omit<Connector, "status"> | undefined;
  /** Project whose own settings are shown; absent for those of the server. */
  readonly projectId?: number;
  readonly onClose: () => void;
}

/** Dialog with the settings of a connector. */
export function ConfigureDialog({ connector, projectId, onClose }: ConfigureDialogProps) {
  const narrow = useMediaQuery("(width < 40em)");
  // Keeps the last content while the dialog fades out.
  const [last, setLast] = useState(connector);
  const [saves, setSaves] = useState(0);
  if (connector !== undefined && connector !== last) setLast(connector);
  return (
    <FormDialog
      opened={connector !== undefined}
      onClose={onClose}
      saves={saves}
      title={last === undefined ? "" : `Configure ${last.name}`}
      fullScreen={narrow}
      transitionProps={{ duration: 120 }}
      centered
      size={520}
    >
      <FocusTrap.InitialFocus />
      {last !== undefined && (
        <Setup
          key={last.id}
          connector={last}
          projectId={projectId}
          onClose={onClose}
          onSaved={() => setSaves((before) => before + 1)}
        />
      )}
    </FormDialog>
  );
}

interface SetupProps {
  readonly connector: Omit<Connector, "status">;
  readonly projectId: number | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function Setup({ connector, projectId, onClose, onSaved }: SetupProps) {
  // Settings must not change while the user types.
  const setup = useQuery({
    ...connectorSetupQuery({ connectorId: connector.id, projectId }),
    refetchOnWindowFocus: false,
  });
  const action = useSetupAction({ connectorId: connector.id, projectId });
  if (setup.data === undefined)
    return setup.isError ? (
      <ErrorPanel error={setup.error} fallback="Failed to load the connector" onRetry={() => void setup.refetch()} />
    ) : (
      <Loader size="sm" aria-label="Loading" />
    );
  return (
    <ConnectorSetupView
      setup={setup.data}
      pending={action.isPending ? action.variables.kind : null}
      error={action.error}
      onAction={(requested) =>
        action.mutateAsync(requested).then(
          (after) => {
            if (requested.kind === "save") onSaved();
            if (requested.kind === "save" && after.lastTest?.passed === true)
              showSuccess(connector.used ? `${connector.name} is enabled` : `${connector.name} is connected`);
            if (requested.kind === "remove") {
              showSuccess(`Settings of ${connector.name} removed`);
              onClose();
            }
            return after;
          },
          () => null,
        )
      }
      onClose={onClose}
    />
  );
}
