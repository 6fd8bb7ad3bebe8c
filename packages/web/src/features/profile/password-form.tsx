import { Button, Group, PasswordInput } from "@mantine/core";
import { type PasswordChange, passwordErrors } from "@plumb/contract/profile.ts";
import { IconCheck, IconCircle, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { passwordRequirements } from "./password-strength.ts";
import styles from "./password.module.css";
import { StrengthMeter } from "./strength-meter.tsx";
import { useFirstFocus } from "./use-focus.ts";
import { FormError } from "#ui/form-error.tsx";

interface PasswordFormProps {
  readonly email: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (change: PasswordChange) => void;
  readonly onCancel: () => void;
}

type Field = keyof PasswordChange;

const empty: PasswordChange = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** Where each of `passwordErrors` belongs; those that are not named here belong to the new password. */
const fieldOf: Readonly<Record<string, Field>> = {
  "Current password is required": "currentPassword",
  "Password confirmation is required": "confirmPassword",
  "New passwords do not match": "confirmPassword",
};

/** The old password, the new one twice. Mistakes are shown beside their field once it was left; none may be sent. */
export function PasswordForm({ email, pending, error, onSubmit, onCancel }: PasswordFormProps) {
  const [passwords, setPasswords] = useState(empty);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const first = useFirstFocus();
  const errors = passwordErrors(passwords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An empty field is an error as well.
    if (errors.length === 0) onSubmit(passwords);
  };
  const field = (name: Field) => ({
    name,
    value: passwords[name],
    maxLength: 1024,
    visibilityToggleButtonProps: { "aria-label": "Show or hide the password", tabIndex: 0 },
    error: left.has(name) ? errors.find((each) => (fieldOf[each] ?? "newPassword") === name) : undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setPasswords({ ...passwords, [name]: currentTarget.value }),
    onBlur: () => setLeft(new Set([...left, name])),
  });
  const { newPassword, confirmPassword } = passwords;
  return (
    <form className={styles["form"]} onSubmit={submit} aria-label="Change password" noValidate>
      {error !== null && <FormError error={error} fallback="Failed to change password" />}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        ref={first}
        {...field("currentPassword")}
      />
      <PasswordInput label="New Password" autoComplete="new-password" {...field("newPassword")} />
      <StrengthMeter password={newPassword} />
      <PasswordInput label="Confirm New Password" autoComplete="new-password" {...field("confirmPassword")} />
      <output className={styles["match"]}>
        {newPassword !== "" && confirmPassword !== "" && <Match same={newPassword === confirmPassword} />}
      </output>
      <Requirements password={newPassword} />
      <Group gap="sm">
        <Button type="submit" loading={pending} disabled={errors.length > 0}>
          Change Password
        </Button>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
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
