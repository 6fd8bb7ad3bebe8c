import { Button, Stack } from "@mantine/core";
import { IconCircleCheck, IconMailOff, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import words from "#ui/layout/entry-words.module.css";

interface InvalidInvitationProps {
  readonly reason: string;
  /** Whether a new link would help. */
  readonly another?: boolean;
}

/** Shown if the link cannot be used. */
export function InvalidInvitation({ reason, another = true }: InvalidInvitationProps) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <IconMailOff size={28} color="var(--ink-3)" aria-hidden />
      <h2 className={words["title"]}>Invalid Invitation</h2>
      <p className={words["text"]}>{reason}</p>
      {another && (
        <p className={words["text"]}>
          Each link works once and expires after one week. If yours does not work, ask the person who invited you for a
          new one.
        </p>
      )}
      <Link to="/login" className={words["link"]}>
        Go to Login
      </Link>
    </Stack>
  );
}

interface UncheckedInvitationProps {
  /** Reason why the link could not be checked. */
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Shown if the server or a proxy could not check the link. */
export function UncheckedInvitation({ reason, onRetry }: UncheckedInvitationProps) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <IconPlugConnectedX size={28} color="var(--ink-3)" aria-hidden />
      <h2 className={words["title"]}>The invitation could not be checked</h2>
      <p className={words["text"]}>{`${reason} Your link may still work.`.trim()}</p>
      <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
        Try again
      </Button>
      <Link to="/login" className={words["link"]}>
        Go to Login
      </Link>
    </Stack>
  );
}

/** Shown after the account or role was created, before the dashboard opens. */
export function Welcome({ projectName }: { readonly projectName: string | null }) {
  return (
    <Stack component="output" gap="sm" align="flex-start">
      <IconCircleCheck size={28} color="var(--passed-ink)" aria-hidden />
      <h2 className={words["title"]}>Welcome!</h2>
      <p className={words["text"]}>
        {projectName === null ? "You have accepted the invitation. " : `You are now a member of ${projectName}. `}
        Signing you in…
      </p>
    </Stack>
  );
}
