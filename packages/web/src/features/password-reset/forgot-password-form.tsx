import { Button, Stack, TextInput } from "@mantine/core";
import { blankErrors } from "@plumb/contract/field-errors.ts";
import { IconMailFast } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "#ui/layout/entry-words.module.css";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";

interface ForgotPasswordFormProps {
  /** Whether this server sends mail. */
  readonly available: boolean;
  readonly onSubmit: (email: string) => void;
  readonly onAgain: () => void;
  readonly busy: boolean;
  /** Requested email address; `null` before the request. */
  readonly sent: string | null;
  readonly error: unknown;
}

/** Form for the email address. Afterwards, it shows the same message for all addresses. */
export function ForgotPasswordForm(props: ForgotPasswordFormProps) {
  const { available, onSubmit, onAgain, busy, sent, error } = props;
  const form = useServerForm({
    initialValues: { email: "" },
    validate: (values) => blankErrors(values, ["email"]),
    error,
  });
  const back = (
    <Link to="/login" className={styles["link"]}>
      Go to Login
    </Link>
  );
  if (!available)
    return (
      <Stack gap="sm" align="flex-start">
        <h2 className={styles["title"]}>Forgot password?</h2>
        <p className={styles["text"]}>
          This server does not send email. Ask an administrator for a link to reset your password.
        </p>
        {back}
      </Stack>
    );
  if (sent !== null)
    return (
      <Stack component="output" gap="sm" align="flex-start">
        <IconMailFast size={28} color="var(--passed-ink)" aria-hidden />
        <h2 className={styles["title"]}>Check your email</h2>
        <p className={styles["text"]}>
          If <strong>{sent}</strong> has an account here, a link to choose a new password is on its way. It works once,
          for one hour.
        </p>
        <p className={styles["text"]}>No email? Check your spam folder and the address.</p>
        <Button variant="default" size="xs" onClick={onAgain}>
          Send again
        </Button>
        {back}
      </Stack>
    );
  return (
    <form {...form.element(({ email }) => onSubmit(email))} aria-label="Forgot password">
      <Stack gap="sm">
        <h2 className={styles["title"]}>Forgot password?</h2>
        <p className={styles["text"]}>
          Enter the email address of your account, and we will send you a link to choose a new password.
        </p>
        <FormRefusal refusal={form.refusal} fallback="Failed to send the link" />
        <TextInput
          type="email"
          label="Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          maxLength={320}
          {...form.getInputProps("email")}
        />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          Send link
        </Button>
        {back}
      </Stack>
    </form>
  );
}
