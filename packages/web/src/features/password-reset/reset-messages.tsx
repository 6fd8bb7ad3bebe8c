import { Button, Stack } from "@mantine/core";
import { IconCircleCheck, IconLinkOff, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "#ui/layout/entry-words.module.css";

interface ResetLinkProblemProps {
  /** Message of the server; `null` if it did not respond. */
  readonly reason: string | null;
  /** Whether this server sends mail. */
  readonly available: boolean;
  readonly onRetry: () => void;
}

/** Explains why a link is invalid, and how to get a new one. */
export function ResetLinkProblem({ reason, available, onRetry }: ResetLinkProblemProps) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <IconLinkOff size={28} color="var(--ink-3)" aria-hidden />
      <h2 className={styles["title"]}>
        {reason === null ? "The link could not be checked" : "This link does not work"}
      </h2>
      <p className={styles["text"]}>{reason ?? "The server did not respond. Your link may still work."}</p>
      {reason === null && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {reason !== null &&
        (available ? (
          <Link to="/forgot-password" className={styles["link"]}>
            Request a new link
          </Link>
        ) : (
          <p className={styles["text"]}>Ask an administrator for a new link.</p>
        ))}
      <Link to="/login" className={styles["link"]}>
        Go to Login
      </Link>
    </Stack>
  );
}

/** Shown after the password was changed. */
export function PasswordChanged({ email }: { readonly email: string }) {
  return (
    <Stack component="output" gap="sm" align="flex-start">
      <IconCircleCheck size={28} color="var(--passed-ink)" aria-hidden />
      <h2 className={styles["title"]}>Password changed successfully!</h2>
      <p className={styles["text"]}>
        <strong>{email}</strong> is signed out everywhere. Sign in with the new password.
      </p>
      <Link to="/login" className={styles["link"]}>
        Go to Login
      </Link>
    </Stack>
  );
}
