import { Button, Group, PasswordInput } from "@mantine/core";
import { type PasswordChange, passwordErrors } from "@plumb/contract/people/profile.ts";
import { type FormEvent, useState } from "react";
import styles from "./password.module.css";
import { useFirstFocus } from "./use-focus.ts";
import { FormError } from "#ui/form-error.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";
import { withRoom } from "#ui/with-room.ts";

interface PasswordFormProps {
  readonly email: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (change: PasswordChange) => void;
  readonly onCancel: () => void;
}

const empty: PasswordChange = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** The old password, the new one twice. Mistakes are shown beside their field once it was left; none may be sent. */
export function PasswordForm({ email, pending, error, onSubmit, onCancel }: PasswordFormProps) {
  const [passwords, setPasswords] = useState(empty);
  const [left, setLeft] = useState(false);
  const first = useFirstFocus();
  const errors = passwordErrors(passwords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An empty field is an error as well.
    if (errors.length === 0) onSubmit(passwords);
  };
  return (
    <form className={styles["form"]} onSubmit={submit} aria-label="Change password" noValidate>
      {error !== null && <FormError error={error} fallback="Failed to change password" />}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current Password"
        name="currentPassword"
        autoComplete="current-password"
        ref={first}
        value={passwords.currentPassword}
        maxLength={1024}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
        {...withRoom(left ? errors.find((each) => each === "Current password is required") : undefined)}
        onChange={({ currentTarget }) => setPasswords({ ...passwords, currentPassword: currentTarget.value })}
        onBlur={() => setLeft(true)}
      />
      <NewPasswordFields
        value={passwords}
        onChange={(chosen) => setPasswords({ ...passwords, ...chosen })}
        errors={errors}
      />
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
