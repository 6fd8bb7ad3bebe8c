import { Alert, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { RefusedError } from "@plumb/client/call-error.ts";
import type { Settings, SettingsChange } from "@plumb/contract/administration/settings.ts";
import { type FormEvent } from "react";
import { ColorField } from "./color-field.tsx";
import { colorAdvice } from "./color-advice.ts";
import styles from "./general-form.module.css";
import { LogoField } from "./logo-field.tsx";
import { SignUpField } from "./sign-up-field.tsx";
import { errorText } from "#lib/api/error-text.ts";
import panel from "#ui/panel.module.css";

interface GeneralFormProps {
  /** As they are saved. */
  readonly settings: Settings;
  /** What the user changed since. */
  readonly change: SettingsChange;
  readonly pending: boolean;
  /** Why the last save was refused; null if it was not. */
  readonly error: unknown;
  readonly onChange: (change: SettingsChange) => void;
  readonly onSave: () => void;
  /** After somebody else saved in between: give up the own changes, or save them over theirs. */
  readonly onLoadTheirs: () => void;
  readonly onSaveMine: () => void;
}

const channels = [
  ["email", "Email notifications"],
  ["slack", "Slack notifications"],
  ["teams", "Teams notifications"],
] as const;

/** Brand, notifications and sign-up of this server. */
export function GeneralForm({ settings, change, pending, error, onChange, ...on }: GeneralFormProps) {
  const shown = { ...settings, ...change, notifications: { ...settings.notifications, ...change.notifications } };
  const color = shown.primaryColor ?? settings.primaryColor;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (colorAdvice(color) !== null) on.onSave();
  };
  return (
    <form onSubmit={submit} aria-label="General settings" className={styles["form"]}>
      {error !== null && <Refused error={error} onLoadTheirs={on.onLoadTheirs} onSaveMine={on.onSaveMine} />}
      <fieldset className={`${panel["panel"]} ${styles["group"]}`}>
        <legend>Brand</legend>
        <Stack gap="md">
          <TextInput
            label="Brand name"
            required
            withAsterisk={false}
            maxLength={60}
            value={shown.brandName}
            onChange={({ currentTarget }) => onChange({ ...change, brandName: currentTarget.value })}
          />
          <ColorField color={color} onChange={(primaryColor) => onChange({ ...change, primaryColor })} />
          <LogoField logo={shown.logo ?? null} onChange={(logo) => onChange({ ...change, logo })} />
          <TextInput
            label="Footer text"
            maxLength={200}
            value={shown.footer}
            onChange={({ currentTarget }) => onChange({ ...change, footer: currentTarget.value })}
          />
        </Stack>
      </fieldset>
      <fieldset className={`${panel["panel"]} ${styles["group"]}`}>
        <legend>Notifications</legend>
        <Stack gap="sm">
          {channels.map(([channel, label]) => (
            <Checkbox
              key={channel}
              label={label}
              checked={shown.notifications[channel] ?? settings.notifications[channel]}
              onChange={({ currentTarget }) =>
                onChange({
                  ...change,
                  notifications: { ...change.notifications, [channel]: currentTarget.checked },
                })
              }
            />
          ))}
        </Stack>
      </fieldset>
      <fieldset className={`${panel["panel"]} ${styles["group"]}`}>
        <legend>Accounts</legend>
        <SignUpField policy={shown.signUp ?? settings.signUp} onChange={(signUp) => onChange({ ...change, signUp })} />
      </fieldset>
      <Group gap="md">
        <Button type="submit" loading={pending}>
          Save Settings
        </Button>
        {Object.keys(change).length > 0 && <span className={styles["unsaved"]}>Unsaved changes</span>}
      </Group>
    </form>
  );
}

type RefusedProps = Pick<GeneralFormProps, "error" | "onLoadTheirs" | "onSaveMine">;

/** Why nothing was saved; what was typed is still in the form. */
function Refused({ error, onLoadTheirs, onSaveMine }: RefusedProps) {
  const conflict = error instanceof RefusedError && error.code === "conflict";
  return (
    <Alert color="red" variant="light" role="alert" title="Failed to save settings">
      {conflict ? (
        <>
          Somebody else changed the settings while you did. Nothing was saved; your changes are still in this form.
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={onLoadTheirs}>
              Load theirs, drop mine
            </Button>
            <Button size="xs" variant="default" onClick={onSaveMine}>
              Save mine as well
            </Button>
          </Group>
        </>
      ) : (
        errorText(error, "Something went wrong on the server. Your changes are still in this form; try again.")
      )}
    </Alert>
  );
}
