import { Button, Stack, TextInput } from "@mantine/core";
import { IconMailFast } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { FormEvent } from "react";
import styles from "#ui/entry-words.module.css";
import { FormError } from "#ui/form-error.tsx";

interface ForgotPasswordFormProps {
  /** This server sends mail. */
  readonly available: boolean;
  readonly email: string;
  readonly onChange: (email: string) => void;
  readonly onSubmit: () => void;
  readonly onAgain: () => void;
  readonly busy: boolean;
  readonly sent: boolean;
  readonly error: unknown;
}

/** Asks for the address, then says what may come: the same whether it has an account or not. */
export function ForgotPasswordForm(props: ForgotPasswordFormProps) {
  const { available, email, onChange, onSubmit, onAgain, busy, sent, error } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
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
          This server sends no mail. Ask an administrator for a link to reset your password.
        </p>
        {back}
      </Stack>
    );
  if (sent)
    return (
      <Stack component="output" gap="sm" align="flex-start">
        <IconMailFast size={28} color="var(--passed-ink)" aria-hidden />
        <h2 className={styles["title"]}>Look into your mail</h2>
        <p className={styles["text"]}>
          If <strong>{email}</strong> has an account here, a link to choose a new password is on its way there. It works
          once and for one hour.
        </p>
        <p className={styles["text"]}>Nothing came? Look among the spam, and check the address.</p>
        <Button variant="default" size="xs" onClick={onAgain}>
          Ask again
        </Button>
        {back}
      </Stack>
    );
  return (
    <form onSubmit={submit} aria-label="Forgot password">
      <Stack gap="sm">
        <h2 className={styles["title"]}>Forgot password?</h2>
        <p className={styles["text"]}>
          Enter the e-mail address of your account. A link to choose a new password is sent there.
        </p>
        {error !== null && <FormError error={error} fallback="Failed to ask for a new password" />}
        <TextInput
          type="email"
          label="Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          maxLength={320}
          value={email}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          Send link
        </Button>
        {back}
      </Stack>
    </form>
  );
}
