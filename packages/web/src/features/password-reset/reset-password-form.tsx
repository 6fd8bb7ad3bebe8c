import { Button, Stack } from "@mantine/core";
import { type NewPassword, newPasswordErrors } from "@plumb/contract/people/profile.ts";
import { useEffect, useRef } from "react";
import styles from "#ui/layout/entry-words.module.css";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { NewPasswordFields } from "#ui/input/new-password-fields.tsx";

interface ResetPasswordFormProps {
  /** Email address of the account. */
  readonly email: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (chosen: NewPassword) => void;
}

/** Form for a new password, with the same rules as in the profile. */
export function ResetPasswordForm({ email, busy, error, onSubmit }: ResetPasswordFormProps) {
  const form = useServerForm<NewPassword>({
    initialValues: { newPassword: "", confirmPassword: "" },
    validate: newPasswordErrors,
    validateInputOnBlur: true,
    error,
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <form {...form.element(onSubmit)} aria-label="New password">
      <Stack gap="sm">
        <h2 className={styles["title"]}>Choose a new password</h2>
        <p className={styles["text"]}>
          For <strong>{email}</strong>. Changing it signs you out everywhere.
        </p>
        <FormRefusal refusal={form.refusal} fallback="Failed to change password" />
        {/* Lets password managers store the password with the address. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields form={form} first={first} />
        <Button type="submit" loading={busy} disabled={!form.isValid()} fullWidth mt={4}>
          Change Password
        </Button>
      </Stack>
    </form>
  );
}
