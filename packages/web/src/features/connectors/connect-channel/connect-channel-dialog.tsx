import { Loader } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { CredentialsOwner, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccountStep } from "./account-step.tsx";
import { ChannelStep, type ChannelStepProps } from "./channel-step.tsx";
import { ServiceFields } from "./service-fields.tsx";
import { useConnectChannel, type NewRule } from "./use-connect-channel.ts";
import { projectConnectorsQuery, serviceChannelsQuery } from "#features/connectors/connections/connections.queries.ts";
import { connectorSetupQuery, useSetupAction } from "#features/connectors/connectors.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FormDialog } from "#ui/form/form-dialog.tsx";

interface ConnectChannelDialogProps extends Pick<ChannelStepProps, "renderEvents" | "renderPreview"> {
  readonly projectId: number;
  readonly opened: boolean;
  /** Creates the rule for the new connection. */
  readonly onRule: (rule: NewRule) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Dialog from an account to the first message: tests the account, offers its channels, and adds a connection and a rule. */
export function ConnectChannelDialog({ opened, onClose, ...rest }: ConnectChannelDialogProps) {
  const narrow = useMediaQuery("(width < 60em)");
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Connect a channel"
      fullScreen={narrow}
      transitionProps={{ duration: 120 }}
      size={960}
    >
      {opened && <Services {...rest} onClose={onClose} />}
    </FormDialog>
  );
}

type StepsProps = Omit<ConnectChannelDialogProps, "opened">;

function Services(props: StepsProps) {
  const connectors = useQuery({ ...projectConnectorsQuery(props.projectId), refetchOnWindowFocus: false });
  const [chosen, setChosen] = useState<ConnectorId>("slack");
  const [chosenOwner, setOwner] = useState<CredentialsOwner>();
  if (connectors.data === undefined)
    return connectors.isError ? (
      <ErrorPanel
        error={connectors.error}
        fallback="Failed to load connectors"
        onRetry={() => void connectors.refetch()}
      />
    ) : (
      <Loader size="sm" aria-label="Loading" />
    );
  const services = connectors.data.filter(({ offers }) => offers.some(({ offer }) => offer === "channel"));
  const service = services.find(({ connector }) => connector.id === chosen) ?? services[0];
  if (service === undefined) return <p>No service can be connected.</p>;
  const owner = chosenOwner ?? service.enabled[0] ?? "project";
  const step = { ...props, service, owner };
  return (
    <>
      <ServiceFields
        services={services}
        service={service}
        owner={owner}
        onService={(id) => {
          setChosen(id);
          setOwner(undefined);
        }}
        onOwner={setOwner}
      />
      {service.enabled.includes(owner) ? (
        <Channels key={`${service.connector.id} ${owner}`} {...step} />
      ) : (
        <Account
          key={service.connector.id}
          {...step}
          onTested={async () => {
            await connectors.refetch();
            setOwner("project");
          }}
        />
      )}
    </>
  );
}

interface StepProps extends StepsProps {
  readonly service: ProjectConnector;
  readonly owner: CredentialsOwner;
}

function Account({ projectId, service, onTested, onClose }: StepProps & { readonly onTested: () => Promise<unknown> }) {
  const scope = { projectId, connectorId: service.connector.id };
  const setup = useQuery({ ...connectorSetupQuery(scope), refetchOnWindowFocus: false });
  const save = useSetupAction(scope);
  if (setup.data === undefined)
    return setup.isError ? (
      <ErrorPanel error={setup.error} fallback="Failed to load the connector" onRetry={() => void setup.refetch()} />
    ) : (
      <Loader size="sm" aria-label="Loading" />
    );
  return (
    <AccountStep
      setup={setup.data}
      pending={save.isPending}
      error={save.error}
      onSave={(values) =>
        save.mutate(
          { kind: "save", values, cleared: [] },
          {
            onSuccess: ({ lastTest }) => {
              if (lastTest?.passed === true) void onTested();
            },
          },
        )
      }
      onCancel={onClose}
    />
  );
}

function Channels({ projectId, service, owner, renderEvents, renderPreview, onRule, onClose }: StepProps) {
  const channels = useQuery({
    ...serviceChannelsQuery(projectId, service.connector.id, owner),
    enabled: service.needsAccount,
  });
  const { connect, pending, error } = useConnectChannel({ projectId, service, owner, onRule, onDone: onClose });
  if (service.needsAccount && channels.isPending) return <Loader size="sm" aria-label="Loading the channels" />;
  return (
    <ChannelStep
      service={service}
      listed={channels.data ?? null}
      listError={channels.error}
      pending={pending}
      error={error}
      renderEvents={renderEvents}
      renderPreview={renderPreview}
      onSubmit={connect}
      onCancel={onClose}
    />
  );
}
