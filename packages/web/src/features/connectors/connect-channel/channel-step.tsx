import { Alert, Button, type CheckboxGroupProps, Select, Stack } from "@mantine/core";
import type { ProjectConnector, ServiceChannels } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { type RuleEvent, ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import { type ReactNode, useState } from "react";
import styles from "./channel-step.module.css";
import type { ChannelInput } from "./use-connect-channel.ts";
import { ConnectorFieldInput } from "#features/connectors/connector-field-input.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { DialogActions } from "#ui/form/dialog-actions.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";

export interface ChannelStepProps {
  readonly service: ProjectConnector;
  /** `null` if the service has no list, or it could not be loaded. */
  readonly listed: ServiceChannels | null;
  readonly listError: Error | null;
  readonly pending: boolean;
  readonly error: unknown;
  /** Renders the checkboxes of the events. */
  readonly renderEvents: (input: Omit<CheckboxGroupProps, "children">) => ReactNode;
  readonly renderPreview: (connector: ConnectorId, events: RuleEvent[]) => ReactNode;
  readonly onSubmit: (input: ChannelInput) => void;
  readonly onCancel: () => void;
}

interface Values {
  /** Index in the list; empty if none is chosen. */
  readonly channel: string;
  readonly values: Record<string, string>;
  readonly events: string[];
}

const usualEvents: readonly RuleEvent[] = ["cause.new", "cause.returned", "cause.fixed"];

/** Form for a channel and the events that it gets, with a preview of the messages. */
export function ChannelStep(props: ChannelStepProps) {
  const { service, listed, listError, pending, error, renderEvents, renderPreview, onSubmit, onCancel } = props;
  const fields = service.offers.find(({ offer }) => offer === "channel")?.fields ?? [];
  const channels = listed?.channels ?? null;
  const [typed, setTyped] = useState(false);
  const isListed = channels !== null && channels.length > 0 && !typed;
  const form = useServerForm<Values>({
    initialValues: {
      channel: "",
      values: Object.fromEntries(fields.map(({ name, initial }) => [name, initial])),
      events: [...usualEvents],
    },
    validate: ({ channel, events }) => ({
      ...(isListed && channel === "" && { channel: "Choose a channel" }),
      ...(events.length === 0 && { events: "Choose at least one event" }),
    }),
    error,
  });
  const events = ruleEvents.filter((event) => form.values.events.includes(event));
  const element = form.element(({ channel, values }) =>
    onSubmit({ values: isListed ? { ...channels[Number(channel)]?.values } : values, events }),
  );
  return (
    <form {...element} aria-label="Channel">
      <div className={styles["sides"]}>
        <Stack gap="md">
          <FormRefusal refusal={form.refusal} fallback="Failed to connect the channel" />
          <ListProblem listed={listed} error={listError} />
          {isListed ? (
            <ListedChannels form={form} listed={listed} channels={channels} onType={() => setTyped(true)} />
          ) : (
            fields.map((field) => (
              <ConnectorFieldInput
                key={field.name}
                field={field}
                input={form.getInputProps(`values.${field.name}`)}
                stored={false}
                moved={false}
              />
            ))
          )}
          {renderEvents(form.getInputProps("events"))}
        </Stack>
        <div className={styles["preview"]}>{renderPreview(service.connector.id, events)}</div>
      </div>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          Connect and send a test
        </Button>
      </DialogActions>
    </form>
  );
}

interface ListedChannelsProps {
  readonly form: ServerForm<Values>;
  readonly listed: ServiceChannels | null;
  readonly channels: NonNullable<ServiceChannels["channels"]>;
  readonly onType: () => void;
}

function ListedChannels({ form, listed, channels, onType }: ListedChannelsProps) {
  return (
    <div>
      <Select
        label="Channel"
        placeholder="Choose a channel"
        searchable
        limit={100}
        nothingFoundMessage="No such channel"
        description="The app must be a member of the channel. It stays connected if the channel is renamed."
        data={channels.map(({ name }, index) => ({ value: String(index), label: name }))}
        {...form.getInputProps("channel")}
        onChange={(value: string | null) => form.setFieldValue("channel", value ?? "")}
      />
      <Button variant="subtle" size="compact-sm" mt={6} onClick={onType}>
        {listed?.isPartial === true ? "The list is incomplete: enter a name" : "Enter a name instead"}
      </Button>
    </div>
  );
}

function ListProblem({ listed, error }: { readonly listed: ServiceChannels | null; readonly error: Error | null }) {
  const text = error === null ? listed?.problem : errorText(error, "Failed to list the channels");
  if (text == null && listed?.channels?.length !== 0) return null;
  return (
    <Alert color="yellow" variant="light" role="note">
      {text ?? "The account has no channel that this project may use. Enter the name of a channel."}
    </Alert>
  );
}
