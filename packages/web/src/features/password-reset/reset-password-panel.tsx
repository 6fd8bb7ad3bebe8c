import { Loader } from "@mantine/core";
import { RefusedError } from "@plumb/client/call-error.ts";
import { useQuery } from "@tanstack/react-query";
import { PasswordChanged, ResetLinkProblem } from "./reset-messages.tsx";
import { passwordResetQuery, useResetPassword } from "./password-reset.queries.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";

interface ResetPasswordPanelProps {
  readonly token: string;
  /** Whether this server sends mail, so that users can request a new link. */
  readonly available: boolean;
  /** Called after the change, which ended all sessions of the account. */
  readonly onDone: (email: string) => void;
}

/** Page content of a reset link, up to the new password. */
export function ResetPasswordPanel({ token, available, onDone }: ResetPasswordPanelProps) {
  const change = useResetPassword(token);
  const reset = useQuery({ ...passwordResetQuery(token), refetchOnWindowFocus: false, enabled: !change.isSuccess });
  if (change.isSuccess) return <PasswordChanged email={change.data.email} />;
  // The link may have been used since it was checked.
  const problem = reset.error ?? (isVoid(change.error) ? change.error : null);
  if (problem !== null)
    return (
      <ResetLinkProblem
        reason={isVoid(problem) ? problem.message : null}
        available={available}
        onRetry={() => void reset.refetch()}
      />
    );
  if (reset.data === undefined) return <Loader size="sm" aria-label="Loading" />;
  return (
    <ResetPasswordForm
      email={reset.data.email}
      busy={change.isPending}
      error={change.error}
      onSubmit={(chosen) => change.mutate(chosen, { onSuccess: ({ email }) => onDone(email) })}
    />
  );
}

function isVoid(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.code === "not_found";
}
