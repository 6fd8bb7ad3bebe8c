import { Alert, Button, Group } from "@mantine/core";
import { type ConnectorField, type ConnectorSetup, usedFields } from "@plumb/contract/integrations/connectors.ts";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { AllowedTargets, targetsOf, targetsText } from "./allowed-targets.tsx";
import { ConnectorFieldInput } from "./connector-field-input.tsx";
import { ExpiryField } from "./expiry-field.tsx";
import type { SetupAction } from "./connectors.queries.ts";
import styles from "./connector-setup.module.css";
import { SetupState } from "./setup-state.tsx";
import { LastTest } from "#ui/feedback/last-test.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface ConnectorSetupViewProps {
  readonly setup: ConnectorSetup;
  /** Action in progress. */
  readonly pending: SetupAction["kind"] | null;
  readonly error: unknown;
  /** Resolves with the settings after the action, or `null` if it was rejected. */
  readonly onAction: (action: SetupAction) => Promise<ConnectorSetup | null>;
  readonly onClose: () => void;
}

/** State and settings of a connector. Saving also tests them. An empty secret keeps the stored one. */
export function ConnectorSetupView({ setup, pending, error, onAction, onClose }: ConnectorSetupViewProps) {
  const { fields, values, secretsSet, configured, lastTest, testNotice, problem } = setup;
  const form = useServerForm<SetupForm>({
    initialValues: { values: filled(setup), cleared: [], places: targetsText(setup), lastDay: lastDayOf(setup) },
    validate: (input) =>
      Object.fromEntries(
        usedFields(fields, input.values)
          .filter((field) => input.values[field.name]?.trim() === "" && isNeeded(field, input, setup))
          .map(({ name, label }) => [`values.${name}`, `${label} is required`]),
      ),
    error,
  });
  const used = usedFields(fields, form.values.values);
  const isChanged = (name: string) => (form.values.values[name] ?? "") !== (values[name] ?? "");
  const { cleared } = form.values;
  const changed =
    cleared.length > 0 ||
    used.some(({ name }) => isChanged(name)) ||
    form.values.places !== targetsText(setup) ||
    form.values.lastDay !== lastDayOf(setup);
  const moved = isMoved(form.values.values, setup);

  const element = form.element((input) => {
    const { places, lastDay, ...rest } = input;
    const sent = onlyUsed(rest, fields);
    void onAction({ kind: "save", ...sent, ...targetsOf(setup, places), ...changedDay(setup, lastDay) }).then(
      (after) => {
        if (after === null) return;
        // Keeps the typed secrets after a failed test, so that the user can check them, and clears them after a successful one.
        const passed = after.lastTest?.passed === true;
        form.setValues({
          cleared: [],
          values: { ...filled(after), ...(!passed && unstored(input.values, after)) },
          places: targetsText(after),
          lastDay: lastDayOf(after),
        });
      },
    );
  });

  return (
    <>
      <SetupState setup={setup} pending={pending} onAction={onAction} />
      <form className={styles["form"]} {...element} aria-label="Settings">
        {problem !== null && (
          <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} />}>
            {problem}
          </Alert>
        )}
        {used.map((field) => (
          <ConnectorFieldInput
            key={field.name}
            field={field}
            input={form.getInputProps(`values.${field.name}`)}
            stored={secretsSet.includes(field.name)}
            moved={moved}
            cleared={cleared.includes(field.name)}
            onClear={(on) => form.setValues({ ...form.values, ...withCleared(form.values, field.name, on) })}
          />
        ))}
        <ExpiryField expiry={setup.expiry} input={form.getInputProps("lastDay")} />
        <AllowedTargets targets={setup.places} input={form.getInputProps("places")} />
        {testNotice !== "" && (
          <Alert role="note" color="brand" variant="light" icon={<IconInfoCircle size={18} />}>
            {testNotice}
          </Alert>
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to save the connector" />
        {/* Next to the buttons that start the test, because it would be out of view at the top. */}
        <output className={styles["test"]}>
          {pending === "save" || pending === "test" ? "Testing…" : configured && <LastTest lastTest={lastTest} />}
        </output>
        <SetupButtons {...{ configured, changed, pending, onClose }} onTest={() => void onAction({ kind: "test" })} />
      </form>
    </>
  );
}

interface SetupButtonsProps extends Pick<ConnectorSetupViewProps, "onClose" | "pending"> {
  readonly configured: boolean;
  readonly changed: boolean;
  readonly onTest: () => void;
}

function SetupButtons({ configured, changed, pending, onClose, onTest }: SetupButtonsProps) {
  return (
    <Group gap="sm" justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      {configured && (
        <Button
          variant="default"
          loading={pending === "test"}
          // Tests the stored settings, which would be misleading next to unsaved changes.
          disabled={changed || pending !== null}
          onClick={onTest}
        >
          Test again
        </Button>
      )}
      <Button type="submit" loading={pending === "save"} disabled={pending !== null}>
        Save and test
      </Button>
    </Group>
  );
}

export interface SetupValues {
  readonly values: Readonly<Record<string, string>>;
  /** Optional secrets whose stored values are removed. */
  readonly cleared: readonly string[];
}

interface SetupForm extends SetupValues {
  /** Allowed places, one per line. */
  readonly places: string;
  /** Last day on which the credentials are valid; empty if unknown. */
  readonly lastDay: string;
}

function lastDayOf({ expiry }: ConnectorSetup): string {
  return expiry?.lastDay ?? "";
}

/** An unchanged day is not sent, because it does not belong to a new token. */
function changedDay(setup: ConnectorSetup, lastDay: string): { lastDay?: string | null } {
  return lastDay === lastDayOf(setup) ? {} : { lastDay: lastDay === "" ? null : lastDay };
}

/** Returns the values after the user has chosen whether a stored secret is removed. */
export function withCleared({ values, cleared }: SetupValues, name: string, on: boolean): SetupValues {
  const others = cleared.filter((each) => each !== name);
  return { values: { ...values, [name]: "" }, cleared: on ? [...others, name] : others };
}

/** Returns the initial values of the fields. The server never returns secrets, so these fields are empty. */
function filled({ fields, values }: ConnectorSetup): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ""]));
}

/** Returns the values that the server did not store: secrets, and fields that the choices do not use. */
function unstored(input: Readonly<Record<string, string>>, { fields, values }: ConnectorSetup): Record<string, string> {
  const stored = usedFields(fields, values).filter(({ kind }) => kind !== "secret");
  const names = new Set(stored.map(({ name }) => name));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
}

/** Returns the input of a form without the fields that its choices do not use. */
export function onlyUsed({ values, cleared }: SetupValues, fields: readonly ConnectorField[]): SetupValues {
  const names = new Set(usedFields(fields, values).map(({ name }) => name));
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))),
    cleared: cleared.filter((name) => names.has(name)),
  };
}

/** The server drops secrets when their destination changes, so they must be entered again. */
function isMoved(input: Readonly<Record<string, string>>, { fields, values }: ConnectorSetup): boolean {
  return usedFields(fields, input).some(
    ({ name, destination }) => destination && (input[name] ?? "") !== (values[name] ?? ""),
  );
}

function isNeeded(field: ConnectorField, { values, cleared }: SetupValues, setup: ConnectorSetup): boolean {
  if (cleared.includes(field.name)) return false;
  return setup.secretsSet.includes(field.name) ? isMoved(values, setup) : field.required;
}
