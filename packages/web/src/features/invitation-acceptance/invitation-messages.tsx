import { Button, Stack } from "@mantine/core";
import { IconCircleCheck, IconMailOff, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import words from "#ui/entry-words.module.css";

interface InvalidInvitationProps {
  readonly reason: string;
  /** Where asking again may help: no answer came. */
  readonly onRetry?: () => void;
}

/** The link cannot be used. */
export function InvalidInvitation({ reason, onRetry }: InvalidInvitationProps) {
  return (
    <Stack gap="sm" align="flex-start" role="alert">
      <IconMailOff size={28} color="var(--ink-3)" aria-hidden />
      <h2 className={words["title"]}>Invalid Invitation</h2>
      <p className={words["text"]}>{reason}</p>
      {onRetry === undefined ? (
        <p className={words["text"]}>
          A link works once and for a week. If yours did not, ask whoever sent it for another one.
        </p>
      ) : (
        <>
          <p className={words["text"]}>The server did not answer, so the link may be good all the same.</p>
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
      <Link to="/login" className={words["link"]}>
        Go to Login
      </Link>
    </Stack>
  );
}

/** The account is there, or has its new role; the dashboard follows by itself. */
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
