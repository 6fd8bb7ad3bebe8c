import { Button, Group, PasswordInput } from "@mantine/core";
import { type PasswordChange, passwordErrors } from "@plumb/contract/people/profile.ts";
import styles from "./password.module.css";
import { useFirstFocus } from "./use-focus.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import { NewPasswordFields } from "#ui/input/new-password-fields.tsx";
import { withRoom } from "#ui/form/with-room.ts";

interface PasswordFormProps {
  readonly email: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (change: PasswordChange) => void;
  readonly onCancel: () => void;
}

const empty: PasswordChange = { currentPassword: "", newPassword: "", confirmPassword: "" };

/**
 * Form with the old password, the new one and its repetition. Errors appear after a field loses the focus. Invalid passwords
 * cannot be sent.
 */
export function PasswordForm({ email, pending, error, onSubmit, onCancel }: PasswordFormProps) {
  const form = useServerForm<PasswordChange>({
    initialValues: empty,
    validate: passwordErrors,
    validateInputOnBlur: true,
    error,
  });
  const first = useFirstFocus();
  return (
    <form className={styles["form"]} {...form.element(onSubmit)} aria-label="Change password">
      <FormRefusal refusal={form.refusal} fallback="Failed to change password" />
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current Password"
        autoComplete="current-password"
        ref={first}
        maxLength={1024}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
        {...form.getInputProps("currentPassword")}
        {...withRoom(form.errors["currentPassword"])}
      />
      <NewPasswordFields form={form} />
      <Group gap="sm">
        <Button type="submit" loading={pending} disabled={!form.isValid()}>
          Change Password
        </Button>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
