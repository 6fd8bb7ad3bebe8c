import { Alert, Button, Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type Profile, type ProfileChange, profileFieldErrors, profileLimits } from "@plumb/contract/people/profile.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import styles from "./profile.module.css";
import { isListed, timeZoneGroups, timeZoneLabel } from "./time-zones.ts";
import { useFirstFocus } from "./use-focus.ts";
import { FormError } from "#ui/form-error.tsx";
import { useNow } from "#ui/now.ts";
import { withRoom } from "#ui/with-room.ts";

interface ProfileFormProps {
  readonly profile: Profile;
  readonly pending: boolean;
  readonly error: unknown;
  /** With what was changed only, which may be nothing. */
  readonly onSave: (change: ProfileChange) => void;
  readonly onCancel: () => void;
}

const fields = ["display_name", "name", "phone", "bio", "website", "location", "timezone"] as const;
type Field = (typeof fields)[number];
type Draft = Readonly<Record<Field, string>>;

/** The profile to be changed. Mistakes are shown beside their field once it was left, and all together on saving. */
export function ProfileForm({ profile, pending, error, onSave, onCancel }: ProfileFormProps) {
  const [draft, setDraft] = useState<Draft>(profile);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [refused, setRefused] = useState(false);
  const first = useFirstFocus();
  const changed = changeOf(profile, draft);
  const wrong = profileFieldErrors(changed);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mistaken = Object.keys(wrong).length > 0;
    setRefused(mistaken);
    if (!mistaken) onSave(changed);
  };
  const field = (name: Field) => ({
    name,
    value: draft[name],
    ...withRoom(refused || left.has(name) ? wrong[name] : undefined),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
    onBlur: () => setLeft(new Set([...left, name])),
  });

  return (
    <form className={styles["form"]} onSubmit={submit} aria-label="Edit profile" noValidate>
      <div className={styles["pair"]}>
        <TextInput label="Display Name" autoComplete="nickname" ref={first} {...field("display_name")} />
        <TextInput label="Name" autoComplete="name" {...field("name")} />
        <TextInput
          label="Email"
          value={profile.email}
          readOnly
          variant="filled"
          description="Email cannot be changed"
          {...withRoom(undefined)}
        />
        <TextInput label="Phone" type="tel" autoComplete="tel" {...field("phone")} />
      </div>
      <Textarea label="Bio" rows={4} {...field("bio")} description={`${draft.bio.length}/${profileLimits.bio}`} />
      <div className={styles["pair"]}>
        <TextInput label="Website" type="url" autoComplete="url" placeholder="https://" {...field("website")} />
        <TextInput label="Location" {...field("location")} />
        <TimeZoneField
          value={draft.timezone}
          before={profile.timezone}
          onChange={(timezone) => setDraft({ ...draft, timezone })}
        />
      </div>
      <div className={styles["end"]}>
        {refused && Object.keys(wrong).length > 0 && (
          <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {Object.values(wrong).join(", ")}
          </Alert>
        )}
        {error !== null && <FormError error={error} fallback="Failed to update profile" />}
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
  /** A zone that came by another way than this list stays choosable. */
  readonly before: string;
  readonly onChange: (timezone: string) => void;
}

function TimeZoneField({ value, before, onChange }: TimeZoneFieldProps) {
  const nowMs = useNow();
  const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const option = (id: string) => ({ value: id, label: timeZoneLabel(id, nowMs) });
  const others = [...new Set([before, value, device])].filter((id) => !isListed(id));
  return (
    <div>
      <NativeSelect
        label="Timezone"
        description="Exact times are shown in it"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={[
          ...timeZoneGroups.map(({ region, zones }) => ({ group: region, items: zones.map(({ id }) => option(id)) })),
          ...(others.length > 0 ? [{ group: "Others", items: others.map(option) }] : []),
        ]}
      />
      {device !== value && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => onChange(device)}>
          {`Use this device's: ${device}`}
        </Button>
      )}
    </div>
  );
}

/** As the server will keep it: without spaces around. */
function changeOf(profile: Profile, draft: Draft): ProfileChange {
  const entries = fields.map((field) => [field, draft[field].trim()] as const);
  return Object.fromEntries(entries.filter(([field, value]) => value !== profile[field]));
}
