import { useState } from "react";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { useRequestPasswordReset } from "./password-reset.queries.ts";

/** Asks for a link by mail. @param available Whether this server sends mail. */
export function ForgotPasswordPanel({ available }: { readonly available: boolean }) {
  const request = useRequestPasswordReset();
  const [email, setEmail] = useState("");
  return (
    <ForgotPasswordForm
      available={available}
      email={email}
      onChange={setEmail}
      onSubmit={() => request.mutate(email)}
      onAgain={() => request.reset()}
      busy={request.isPending}
      sent={request.isSuccess}
      error={request.error}
    />
  );
}
