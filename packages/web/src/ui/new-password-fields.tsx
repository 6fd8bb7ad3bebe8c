import { PasswordInput } from "@mantine/core";
import type { NewPassword } from "@plumb/contract/people/profile.ts";
import { IconCheck, IconCircle, IconX } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { passwordRequirements } from "#lib/session/password-strength.ts";
import styles from "#ui/new-password-fields.module.css";
import { StrengthMeter } from "#ui/strength-meter.tsx";
import { withRoom } from "#ui/with-room.ts";

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  /** As `passwordErrors` and `newPasswordErrors` name them. */
  readonly errors: readonly string[];
  readonly first?: RefObject<HTMLInputElement | null>;
}

type Field = keyof NewPassword;

/** Where each error belongs; those that are not named here belong to the new password. */
const fieldOf: Readonly<Record<string, Field | null>> = {
  // Another field's.
  "Current password is required": null,
  "Password confirmation is required": "confirmPassword",
  "New passwords do not match": "confirmPassword",
};

/** A new password, twice, with what it should have. Mistakes are shown beside their field once it was left. */
export function NewPasswordFields({ value, onChange, errors, first }: NewPasswordFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const { newPassword, confirmPassword } = value;
  const field = (name: Field) => ({
    name,
    value: value[name],
    maxLength: 1024,
    autoComplete: "new-password",
    visibilityToggleButtonProps: { "aria-label": "Show or hide the password", tabIndex: 0 },
    ...withRoom(
      left.has(name) ? errors.find((each) => (each in fieldOf ? fieldOf[each] : "newPassword") === name) : undefined,
    ),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ newPassword, confirmPassword, [name]: currentTarget.value }),
    onBlur: () => setLeft(new Set([...left, name])),
  });
  return (
    <div className={styles["fields"]}>
      <PasswordInput label="New Password" {...(first !== undefined && { ref: first })} {...field("newPassword")} />
      <StrengthMeter password={newPassword} />
      <PasswordInput label="Confirm New Password" {...field("confirmPassword")} />
      <output className={styles["match"]}>
        {newPassword !== "" && confirmPassword !== "" && <Match same={newPassword === confirmPassword} />}
      </output>
      <Requirements password={newPassword} />
    </div>
  );
}

function Match({ same }: { readonly same: boolean }) {
  return (
    <span className={same ? styles["met"] : styles["unmet"]}>
      {same ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
      {same ? "Passwords match" : "Passwords do not match"}
    </span>
  );
}

function Requirements({ password }: { readonly password: string }) {
  return (
    <div className={styles["requirements"]}>
      <h3>Password requirements</h3>
      <ul>
        {passwordRequirements(password).map(({ text, met }) => (
          <li key={text} className={met ? styles["met"] : undefined}>
            {met ? <IconCheck size={15} aria-label="Met:" /> : <IconCircle size={15} aria-label="Not met:" />}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
