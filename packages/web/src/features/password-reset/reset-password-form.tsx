import { Button, Stack } from "@mantine/core";
import { type NewPassword, newPasswordErrors } from "@plumb/contract/people/profile.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import styles from "#ui/entry-words.module.css";
import { FormError } from "#ui/form-error.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";

interface ResetPasswordFormProps {
  /** Whose password it is. */
  readonly email: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (chosen: NewPassword) => void;
}

/** A new password, under the same rules as where it is changed in the profile. */
export function ResetPasswordForm({ email, busy, error, onSubmit }: ResetPasswordFormProps) {
  const [chosen, setChosen] = useState<NewPassword>({ newPassword: "", confirmPassword: "" });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const errors = newPasswordErrors(chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An empty field is an error as well.
    if (errors.length === 0) onSubmit(chosen);
  };
  return (
    <form onSubmit={submit} aria-label="New password" noValidate>
      <Stack gap="sm">
        <h2 className={styles["title"]}>Choose a new password</h2>
        <p className={styles["text"]}>
          For <strong>{email}</strong>. It signs you out everywhere.
        </p>
        {error !== null && <FormError error={error} fallback="Failed to change password" />}
        {/* So that password managers keep the password under the address. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields value={chosen} onChange={setChosen} errors={errors} first={first} />
        <Button type="submit" loading={busy} disabled={errors.length > 0} fullWidth mt={4}>
          Change Password
        </Button>
      </Stack>
    </form>
  );
}
