import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { PasswordChanged, ResetLinkProblem } from "./reset-messages.tsx";
import { ResetPasswordForm } from "./reset-password-form.tsx";

const nothing = () => undefined;
const email = "ada.lovelace@example.org";
const card = { maxWidth: 344, padding: 16 };

function Forgot({ available = true, error = null }: { readonly available?: boolean; readonly error?: unknown }) {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <main style={card}>
      <h1>Plumb</h1>
      <ForgotPasswordForm
        available={available}
        onSubmit={setSent}
        onAgain={() => setSent(null)}
        busy={false}
        sent={sent}
        error={error}
      />
    </main>
  );
}
export const Forgotten = () => <Forgot />;
export const NoMail = () => <Forgot available={false} />;
export const TooOften = () => (
  <Forgot
    error={refusedError(
      429,
      JSON.stringify({ error: "Too many attempts. Try again in 600 seconds.", code: "rate_limited" }),
      null,
    )}
  />
);

/** Shows that the form was sent, without its values. */
export function Choose() {
  const [sent, setSent] = useState(false);
  return (
    <main style={card}>
      <h1>Plumb</h1>
      <ResetPasswordForm email={email} busy={false} error={null} onSubmit={() => setSent(true)} />
      <p>{sent ? "It was sent" : "Nothing was sent"}</p>
    </main>
  );
}

function Problem({ reason, available }: { readonly reason: string | null; readonly available: boolean }) {
  return (
    <main style={card}>
      <h1>Plumb</h1>
      <ResetLinkProblem reason={reason} available={available} onRetry={nothing} />
    </main>
  );
}
const expired = "This link has expired: it works for one hour. Request a new one.";
export const Expired = () => <Problem reason={expired} available />;
export const ExpiredWithoutMail = () => <Problem reason={expired} available={false} />;
export const Unreachable = () => <Problem reason={null} available />;
export const Changed = () => (
  <main style={card}>
    <h1>Plumb</h1>
    <PasswordChanged email={email} />
  </main>
);
