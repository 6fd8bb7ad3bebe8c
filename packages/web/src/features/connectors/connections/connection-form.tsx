import { Alert, Button, Group, NativeSelect, Radio, Stack } from "@mantine/core";
import type { Binding, CredentialsOwner, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { ConnectorFieldInput } from "#features/connectors/connector-field-input.tsx";
import { type Choice, choicesOf, ownerLabels } from "./connection-labels.ts";
import type { NewConnection } from "./connections.queries.ts";
import { type SetupValues, withCleared } from "#features/connectors/connector-setup-view.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface ConnectionFormProps {
  /** Connection to change; `null` for a new one. */
  readonly connection: Binding | null;
  readonly connectors: readonly ProjectConnector[];
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (input: NewConnection, cleared: readonly string[]) => void;
  /** Opens the form for the project's own connector account. */
  readonly onConfigure: (id: ConnectorId) => void;
  readonly onCancel: () => void;
}

interface Values extends SetupValues {
  readonly choice: string;
  readonly owner: CredentialsOwner;
}

/** Form for a connection: the connector, the account, and the settings that the connector requires. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { connection, connectors, pending, error, onSubmit, onConfigure, onCancel } = props;
  const choices = choicesOf(connectors);
  const first = choices.find(({ connector }) => connector.enabled.length > 0) ?? choices[0];
  const form = useServerForm<Values>({
    initialValues: {
      choice: connection === null ? (first?.value ?? "") : `${connection.connector} ${connection.offer}`,
      owner: connection?.owner ?? first?.connector.enabled[0] ?? "server",
      values: initialValues(connection, first),
      cleared: [],
    },
    validate: () => ({}),
    error,
  });
  const chosen = choices.find(({ value }) => value === form.values.choice);
  if (chosen === undefined) return <p>No connector can be used yet.</p>;
  const { connector, offer } = chosen;
  const isReady = connector.enabled.includes(form.values.owner);
  const choose = (value: string) => {
    const next = choices.find((each) => each.value === value);
    form.setValues({
      choice: value,
      owner: next?.connector.enabled[0] ?? "server",
      values: initialValues(null, next),
      cleared: [],
    });
  };
  const element = form.element(({ owner, values, cleared }) =>
    onSubmit({ connector: connector.connector.id, offer: offer.offer, owner, values }, cleared),
  );
  return (
    <form {...element} aria-label="Connection">
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the connection" />
        {connection === null && (
          <NativeSelect
            label="Connector"
            data={choices.map(({ value, label }) => ({ value, label }))}
            value={form.values.choice}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        {connector.needsAccount && (
          <AccountField
            connector={connector}
            owner={form.values.owner}
            onOwner={(owner) => form.setFieldValue("owner", owner)}
            onConfigure={onConfigure}
          />
        )}
        {offer.fields.map((field) => (
          <ConnectorFieldInput
            key={`${chosen.value} ${field.name}`}
            field={field}
            input={form.getInputProps(`values.${field.name}`)}
            stored={connection?.secretsSet.includes(field.name) === true}
            moved={connection !== null && form.values.owner !== connection.owner}
            cleared={form.values.cleared.includes(field.name)}
            onClear={(on) => form.setValues({ ...form.values, ...withCleared(form.values, field.name, on) })}
          />
        ))}
        {offer.offer === "channel" && <TestNotice isNew={connection === null} isAddress={!connector.needsAccount} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} disabled={!isReady}>
            {connection === null ? "Test and add" : "Test and save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TestNotice({ isNew, isAddress }: { readonly isNew: boolean; readonly isAddress: boolean }) {
  return (
    <Alert color="brand" variant="light" role="note">
      {isNew ? "The test posts" : "After a change, the test posts"}
      {isAddress ? " a message to this address." : " a message that everyone in the channel can see."}
    </Alert>
  );
}

interface AccountFieldProps extends Pick<ConnectionFormProps, "onConfigure"> {
  readonly connector: ProjectConnector;
  readonly owner: CredentialsOwner;
  readonly onOwner: (owner: CredentialsOwner) => void;
}

/** Choice between the server's account and the project's. */
function AccountField({ connector, owner, onOwner, onConfigure }: AccountFieldProps) {
  const { id, name } = connector.connector;
  return (
    <>
      <Radio.Group
        label="Account"
        value={owner}
        onChange={(value) => onOwner(value === "server" ? "server" : "project")}
      >
        <Stack gap={6} mt={6}>
          {(["server", "project"] as const).map((each) => (
            <Radio key={each} value={each} label={ownerLabels[each]} />
          ))}
        </Stack>
      </Radio.Group>
      {!connector.enabled.includes(owner) && (
        <Alert color="yellow" variant="light" role="note">
          {owner === "server"
            ? `${name} is not enabled on this server. An administrator can configure it on the page Connectors.`
            : `${name} has no working account of this project.`}
        </Alert>
      )}
      {owner === "project" && (
        <Button variant="default" onClick={() => onConfigure(id)}>
          {connector.configured ? "Change the project's account" : "Configure the project's account"}
        </Button>
      )}
    </>
  );
}

/** Stored values of a connection, or the defaults of its fields. */
function initialValues(connection: Binding | null, choice: Choice | undefined): Record<string, string> {
  const defaults = (choice?.offer.fields ?? []).map(({ name, initial }) => [name, initial] as const);
  return { ...Object.fromEntries(defaults), ...connection?.values };
}
