import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { useRequestPasswordReset } from "./password-reset.queries.ts";

/**
 * Requests a reset link by email.
 * @param available Whether this server sends mail.
 */
export function ForgotPasswordPanel({ available }: { readonly available: boolean }) {
  const request = useRequestPasswordReset();
  return (
    <ForgotPasswordForm
      available={available}
      onSubmit={(email) => request.mutate(email)}
      onAgain={() => request.reset()}
      busy={request.isPending}
      sent={request.isSuccess ? request.variables : null}
      error={request.error}
    />
  );
}
