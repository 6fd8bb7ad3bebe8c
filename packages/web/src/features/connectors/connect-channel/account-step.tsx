import { Alert, Button, Stack } from "@mantine/core";
import { type ConnectorSetup, usedFields } from "@plumb/contract/integrations/connectors.ts";
import { onlyUsed } from "#features/connectors/connector-setup-view.tsx";
import { ConnectorFieldInput } from "#features/connectors/connector-field-input.tsx";
import { DialogActions } from "#ui/form/dialog-actions.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface AccountStepProps {
  readonly setup: ConnectorSetup;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSave: (values: Readonly<Record<string, string>>) => void;
  readonly onCancel: () => void;
}

/** Form for the project's own account of a service. It is stored and tested. */
export function AccountStep({ setup, pending, error, onSave, onCancel }: AccountStepProps) {
  const { fields, values, secretsSet, lastTest, testNotice } = setup;
  const form = useServerForm<{ values: Record<string, string> }>({
    initialValues: { values: Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ""])) },
    error,
  });
  const used = usedFields(fields, form.values.values);
  const moved = used.some(
    ({ name, destination }) => destination && (form.values.values[name] ?? "") !== (values[name] ?? ""),
  );
  return (
    <form
      {...form.element((input) => onSave(onlyUsed({ values: input.values, cleared: [] }, fields).values))}
      aria-label="Account"
    >
      <Stack gap="md" maw={520}>
        {used.map((field) => (
          <ConnectorFieldInput
            key={field.name}
            field={field}
            input={form.getInputProps(`values.${field.name}`)}
            stored={secretsSet.includes(field.name)}
            moved={moved}
          />
        ))}
        {testNotice !== "" && (
          <Alert role="note" color="brand" variant="light">
            {testNotice}
          </Alert>
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to save the account" />
        {!pending && error === null && lastTest?.passed === false && (
          <Alert role="alert" color="red" variant="light" title="The test failed">
            {lastTest.message}
          </Alert>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          Test account
        </Button>
      </DialogActions>
    </form>
  );
}
