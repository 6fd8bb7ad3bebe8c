import { Alert, Button, Group } from "@mantine/core";
import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { ConnectorFieldInput } from "./connector-field-input.tsx";
import type { SetupAct } from "./connectors.queries.ts";
import styles from "./connector-setup.module.css";
import { LastTest } from "./last-test.tsx";
import { SetupState } from "./setup-state.tsx";
import { FormError } from "#ui/form-error.tsx";

interface ConnectorSetupViewProps {
  readonly setup: ConnectorSetup;
  /** What is being done. */
  readonly pending: SetupAct["kind"] | null;
  readonly error: unknown;
  /** Answers with the set-up afterwards, or null if the act was refused. */
  readonly onAct: (act: SetupAct) => Promise<ConnectorSetup | null>;
  readonly onClose: () => void;
}

/** How a connector stands, and its settings. Saving tests them; a secret that is left empty stays. */
export function ConnectorSetupView({ setup, pending, error, onAct, onClose }: ConnectorSetupViewProps) {
  const { fields, values, secretsSet, configured, lastTest, testNotice, problem } = setup;
  const [changes, setChanges] = useState<Readonly<Record<string, string>>>({});
  const isChanged = (name: string) => (changes[name] ?? values[name] ?? "") !== (values[name] ?? "");
  const changed = fields.some(({ name }) => isChanged(name));
  // The server forgets secrets whose destination changes: whoever changes it enters them again.
  const moved = fields.some(({ name, destination }) => destination && isChanged(name));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const after = await onAct({ kind: "save", values: { ...values, ...changes } });
    if (after === null) return;
    // Secrets that did not pass stay to be looked at; those that did are gone from here.
    const kept = after.lastTest?.passed === true ? [] : fields.filter(({ kind }) => kind === "secret");
    setChanges(Object.fromEntries(kept.flatMap(({ name }) => (name in changes ? [[name, changes[name] ?? ""]] : []))));
  };

  return (
    <>
      <SetupState setup={setup} pending={pending} onAct={onAct} />
      <form className={styles["form"]} onSubmit={(event) => void submit(event)} aria-label="Settings">
        {problem !== null && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
            {problem}
          </Alert>
        )}
        {fields.map((field) => (
          <ConnectorFieldInput
            key={field.name}
            field={field}
            value={changes[field.name] ?? values[field.name] ?? ""}
            stored={secretsSet.includes(field.name)}
            moved={moved}
            onChange={(value) => setChanges({ ...changes, [field.name]: value })}
          />
        ))}
        {testNotice !== "" && (
          <Alert role="note" color="brand" variant="light" icon={<IconInfoCircle size={18} />}>
            {testNotice}
          </Alert>
        )}
        {error !== null && <FormError error={error} fallback="Failed to save the connector" />}
        {/* Beside the buttons that ask for it: further up it would be out of sight. */}
        <output className={styles["test"]}>
          {pending === "save" || pending === "test" ? "Testing…" : configured && <LastTest lastTest={lastTest} />}
        </output>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {configured && (
            <Button
              variant="default"
              loading={pending === "test"}
              // It tests what is stored: beside other settings in the form that would mislead.
              disabled={changed || pending !== null}
              onClick={() => void onAct({ kind: "test" })}
            >
              Test again
            </Button>
          )}
          <Button type="submit" loading={pending === "save"} disabled={pending !== null}>
            Save and test
          </Button>
        </Group>
      </form>
    </>
  );
}
