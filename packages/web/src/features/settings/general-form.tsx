import { Alert, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { RefusedError } from "@plumb/client/call-error.ts";
import { blankErrors, type FieldErrors } from "@plumb/contract/field-errors.ts";
import {
  colorPattern,
  type Settings,
  type SettingsChange,
  wrongColor,
} from "@plumb/contract/administration/settings.ts";
import { ColorField } from "./color-field.tsx";
import styles from "./general-form.module.css";
import { LogoField } from "./logo-field.tsx";
import { SignUpField } from "./sign-up-field.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";
import panel from "#ui/layout/panel.module.css";

/** Values of the form. */
export type GeneralValues = Omit<Settings, "version">;

/**
 * Starts with the saved settings.
 * @param error Error of the last save; `null` if it succeeded.
 */
export function useGeneralForm({ version: _version, ...settings }: Settings, error: unknown) {
  return useServerForm<GeneralValues>({ initialValues: settings, validate: wrongFields, error });
}

/** Returns changed fields only. */
export function changeOf(before: GeneralValues, after: GeneralValues): SettingsChange {
  const { notifications: channelsBefore, ...restBefore } = before;
  const { notifications: channelsAfter, ...restAfter } = after;
  const notifications = changed(channelsBefore, channelsAfter);
  return { ...changed(restBefore, restAfter), ...(Object.keys(notifications).length > 0 && { notifications }) };
}

function changed<Full extends object>(before: Full, after: Full): Partial<Full> {
  const entries = Object.entries(after).filter(([name, value]) => value !== before[name as keyof Full]);
  return Object.fromEntries(entries) as Partial<Full>;
}

function wrongFields({ brandName, primaryColor }: GeneralValues): FieldErrors {
  return {
    ...blankErrors({ brandName }, ["brandName"]),
    ...(!colorPattern.test(primaryColor) && { primaryColor: wrongColor }),
  };
}

interface GeneralFormProps {
  readonly form: ServerForm<GeneralValues>;
  readonly pending: boolean;
  readonly onSave: (values: GeneralValues) => void;
  /** After a conflict, discards the user's changes. `onSaveMine` overwrites the other changes instead. */
  readonly onLoadTheirs: () => void;
  readonly onSaveMine: () => void;
}

const channels = [
  ["email", "Email notifications"],
  ["slack", "Slack notifications"],
  ["teams", "Teams notifications"],
] as const;

/** Form for the brand, notifications and sign-up of this server. */
export function GeneralForm({ form, pending, onSave, ...on }: GeneralFormProps) {
  const { logo, signUp } = form.values;
  return (
    <form {...form.element(onSave)} aria-label="General settings" className={styles["form"]}>
      {form.refusal !== null && <Refused error={form.refusal.error} {...on} />}
      <fieldset className={`${panel["panel"]} ${panel["group"]} ${styles["brand"]}`}>
        <legend>Brand</legend>
        <Stack gap="md">
          <TextInput
            label="Brand name"
            required
            withAsterisk={false}
            maxLength={60}
            {...form.getInputProps("brandName")}
          />
          <ColorField form={form} />
          <TextInput label="Footer text" maxLength={200} {...form.getInputProps("footer")} />
          <LogoField
            logo={logo}
            error={form.errors["logo"]}
            onChange={(address) => form.setFieldValue("logo", address)}
          />
        </Stack>
      </fieldset>
      <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
        <legend>Notifications</legend>
        <Stack gap="sm">
          <p className={styles["note"]}>
            A channel that is switched off here sends nothing, neither to users nor by notification rules. Notifications
            in the app are not affected.
          </p>
          {channels.map(([channel, label]) => (
            <Checkbox
              key={channel}
              label={label}
              {...form.getInputProps(`notifications.${channel}`, { type: "checkbox" })}
            />
          ))}
        </Stack>
      </fieldset>
      <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
        <legend>Accounts</legend>
        <SignUpField policy={signUp} onChange={(policy) => form.setFieldValue("signUp", policy)} />
      </fieldset>
      <fieldset className={`${panel["panel"]} ${panel["group"]}`}>
        <legend>Sharing</legend>
        <Checkbox
          label="Share links"
          description="Users can create links by which people without an account read a report, failure, comparison or week. Without this, existing links do not work."
          {...form.getInputProps("shareLinks", { type: "checkbox" })}
        />
      </fieldset>
      <Group gap="md">
        <Button type="submit" loading={pending}>
          Save Settings
        </Button>
        {form.isDirty() && <span className={styles["unsaved"]}>Unsaved changes</span>}
      </Group>
    </form>
  );
}

type RefusedProps = Pick<GeneralFormProps, "onLoadTheirs" | "onSaveMine"> & { readonly error: unknown };

/** Reason why the settings were not saved. The form keeps the input. */
function Refused({ error, onLoadTheirs, onSaveMine }: RefusedProps) {
  const conflict = error instanceof RefusedError && error.code === "conflict";
  return (
    <Alert color="red" variant="light" role="alert" title="Failed to save settings">
      {conflict ? (
        <>
          Another user changed the settings. Your changes have not been saved; they are still in this form.
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={onLoadTheirs}>
              Discard mine and load theirs
            </Button>
            <Button size="xs" variant="default" onClick={onSaveMine}>
              Save mine as well
            </Button>
          </Group>
        </>
      ) : (
        errorText(error, "Something went wrong on the server. Your changes are still in this form. Try again.")
      )}
    </Alert>
  );
}
