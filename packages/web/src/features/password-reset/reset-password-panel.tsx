import { Loader } from "@mantine/core";
import { RefusedError } from "@plumb/client/call-error.ts";
import { useQuery } from "@tanstack/react-query";
import { PasswordChanged, ResetLinkProblem } from "./reset-messages.tsx";
import { passwordResetQuery, useResetPassword } from "./password-reset.queries.ts";
import { ResetPasswordForm } from "./reset-password-form.tsx";

interface ResetPasswordPanelProps {
  readonly token: string;
  /** This server sends mail: another link can be asked for. */
  readonly available: boolean;
  /** The password was changed; every session of the account has ended. */
  readonly onDone: (email: string) => void;
}

/** A link for a new password, from its opening to its use. */
export function ResetPasswordPanel({ token, available, onDone }: ResetPasswordPanelProps) {
  const change = useResetPassword(token);
  const reset = useQuery({ ...passwordResetQuery(token), refetchOnWindowFocus: false, enabled: !change.isSuccess });
  if (change.isSuccess) return <PasswordChanged email={change.data.email} />;
  // The link may have been used in the meantime.
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
