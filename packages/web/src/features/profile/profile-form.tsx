import { Alert, Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type Profile, type ProfileChange, profileErrors, profileLimits } from "@plumb/contract/people/profile.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import styles from "./profile.module.css";
import { isListed, timeZoneGroups, timeZoneLabel } from "./time-zones.ts";
import { useFirstFocus } from "./use-focus.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { useNow } from "#ui/text/now.ts";
import { withRoom } from "#ui/form/with-room.ts";

interface ProfileFormProps {
  readonly profile: Profile;
  readonly pending: boolean;
  readonly error: unknown;
  /** Receives only the changed values, which may be none. */
  readonly onSave: (change: ProfileChange) => void;
  readonly onCancel: () => void;
}

const fields = ["display_name", "name", "phone", "bio", "website", "location", "timezone"] as const;
/** Shows descriptions below fields, so that fields in a row are aligned. */
const below = {
  inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
};
type Draft = Readonly<Record<(typeof fields)[number], string>>;

/** Form to edit the profile. Errors appear after a field loses the focus, and all of them on saving. */
export function ProfileForm({ profile, pending, error, onSave, onCancel }: ProfileFormProps) {
  const form = useServerForm<Draft>({
    initialValues: Object.fromEntries(fields.map((field) => [field, profile[field]])) as Draft,
    validate: (values) => profileErrors(changeOf(profile, values)),
    validateInputOnBlur: true,
    error,
  });
  const first = useFirstFocus();
  const field = (name: keyof Draft) => ({ ...form.getInputProps(name), ...withRoom(form.errors[name]) });
  const [tried, setTried] = useState(false);
  const wrong = tried ? Object.values(form.errors) : [];
  const element = form.element((values) => onSave(changeOf(profile, values)));

  return (
    <form
      {...element}
      className={styles["form"]}
      onSubmit={(event) => {
        setTried(!form.isValid());
        element.onSubmit(event);
      }}
      aria-label="Edit profile"
    >
      <div className={styles["pair"]}>
        <TextInput label="Display Name" autoComplete="nickname" ref={first} {...field("display_name")} />
        <TextInput label="Name" autoComplete="name" {...field("name")} />
        <TextInput
          label="Email"
          value={profile.email}
          readOnly
          variant="filled"
          description="Email cannot be changed"
          // Same height as the space reserved for errors below the other fields.
          pb={14}
          {...below}
        />
        <TextInput label="Phone" type="tel" autoComplete="tel" {...field("phone")} />
      </div>
      <Textarea label="Bio" rows={4} {...field("bio")} description={`${form.values.bio.length}/${profileLimits.bio}`} />
      <div className={styles["pair"]}>
        <TextInput label="Website" type="url" autoComplete="url" placeholder="https://" {...field("website")} />
        <TextInput label="Location" {...field("location")} />
        <TimeZoneField
          value={form.values.timezone}
          before={profile.timezone}
          error={form.errors["timezone"]}
          onChange={(timezone) => form.setFieldValue("timezone", timezone)}
        />
      </div>
      <div className={styles["end"]}>
        {wrong.length > 0 && (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {wrong.map(String).join(", ")}
          </Alert>
        )}
        <FormRefusal refusal={form.refusal} fallback="Failed to update profile" />
        <Group gap="sm">
          <Button type="submit" loading={pending}>
            Save
          </Button>
          <Button variant="default" disabled={pending} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </div>
    </form>
  );
}

interface TimeZoneFieldProps {
  readonly value: string;
  /** Keeps the current time zone selectable even if it is not in this list. */
  readonly before: string;
  readonly error: ReactNode;
  readonly onChange: (timezone: string) => void;
}

function TimeZoneField({ value, before, error, onChange }: TimeZoneFieldProps) {
  const nowMs = useNow();
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = (id: string) => ({ value: id, label: timeZoneLabel(id, nowMs) });
  const others = [...new Set([before, value, device])].filter((id) => !isListed(id));
  return (
    <div>
      <NativeSelect
        label="Timezone"
        description="Times are shown in this time zone"
        {...below}
        data-path="timezone"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          ...timeZoneGroups.map(({ region, zones }) => ({ group: region, items: zones.map(({ id }) => option(id)) })),
          ...(others.length > 0 ? [{ group: "Others", items: others.map(option) }] : []),
        ]}
      />
      {device !== value && (
        <Button size="compact-sm" variant="subtle" mt={4} onClick={() => onChange(device)}>
          {`Use this device's: ${device}`}
        </Button>
      )}
    </div>
  );
}

/** Compares values in the form that the server stores, without surrounding spaces. */
function changeOf(profile: Profile, draft: Draft): ProfileChange {
  const entries = fields.map((field) => [field, draft[field].trim()] as const);
  return Object.fromEntries(entries.filter(([field, value]) => value !== profile[field]));
}
