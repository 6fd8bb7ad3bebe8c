import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { MailChoices } from "@plumb/contract/people/mail-choices.ts";
import { type OwnerNotices, type Profile, type ProfileChange, profileErrors } from "@plumb/contract/people/profile.ts";
import { MailChoicesFields } from "./mail-choices-fields.tsx";
import styles from "./notices-form.module.css";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { withRoom } from "#ui/form/with-room.ts";

interface NoticesFormProps {
  readonly profile: Pick<
    Profile,
    "email" | "mailChoices" | "mailState" | "ownerNames" | "ownerNotices" | "timezone" | "username"
  >;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSave: (change: ProfileChange) => void;
}

interface Draft {
  readonly ownerNotices: OwnerNotices;
  /** Separated by commas. */
  readonly ownerNames: string;
  readonly mailChoices: MailChoices;
}

const choices: { readonly value: OwnerNotices; readonly label: string }[] = [
  { value: "main", label: "On main branches" },
  { value: "all", label: "On every branch" },
  { value: "none", label: "Never" },
];

/** Settings for notifications about the user's failing tests, the names that identify the user as owner, and emails. */
export function NoticesForm({ profile, pending, error, onSave }: NoticesFormProps) {
  const { email, username } = profile;
  const form = useServerForm<Draft>({
    initialValues: {
      ownerNotices: profile.ownerNotices,
      ownerNames: profile.ownerNames.join(", "),
      mailChoices: profile.mailChoices,
    },
    validate: (values) => profileErrors(changeOf(values)),
    validateInputOnBlur: true,
    error,
  });
  const own = username === email ? email : `${username} and ${email}`;
  return (
    <form {...form.element((values) => onSave(changeOf(values)))} className={styles["form"]} aria-label="Notifications">
      <FormRefusal refusal={form.refusal} fallback="Failed to update notifications" />
      <NativeSelect
        label="When my tests start failing"
        data={choices}
        className={styles["choice"] ?? ""}
        {...form.getInputProps("ownerNotices")}
      />
      <TextInput
        label="My teams"
        description={`Names from the owner rules, separated by commas. Tests owned by ${own} are always yours.`}
        placeholder="@shop/payments, @checkout"
        spellCheck={false}
        autoCapitalize="none"
        {...form.getInputProps("ownerNames")}
        {...withRoom(form.errors["ownerNames"])}
      />
      <MailChoicesFields
        mailState={profile.mailState}
        timeZone={profile.timezone}
        inputProps={(topic) => form.getInputProps(`mailChoices.${topic}`) as object}
      />
      <div>
        <Button type="submit" loading={pending} disabled={!form.isDirty()}>
          Update Notifications
        </Button>
      </div>
    </form>
  );
}

function changeOf({ ownerNotices, ownerNames, mailChoices }: Draft): ProfileChange {
  const names = ownerNames.split(",").map((name) => name.trim());
  return { ownerNotices, mailChoices, ownerNames: names.filter((name) => name !== "") };
}
