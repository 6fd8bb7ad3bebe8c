import { refusedError } from "@plumb/client/call-error.ts";
import { useState } from "react";
import { PasswordForm } from "./password-form.tsx";

const nothing = () => undefined;
const email = "ada.lovelace@example.org";

/** Shows that the form was sent, without its values. */
export function Empty() {
  const [sent, setSent] = useState(false);
  return (
    <>
      <PasswordForm
        email={email}
        pending={false}
        error={null}
        onSubmit={() => setSent(true)}
        onCancel={() => setSent(false)}
      />
      <p>{sent ? "It was sent" : "Nothing was sent"}</p>
    </>
  );
}
const incorrect = refusedError(
  400,
  JSON.stringify({
    error: "Current password is incorrect",
    code: "invalid",
    fields: { currentPassword: "Current password is incorrect" },
  }),
  null,
);
export const Refused = () => (
  <PasswordForm email={email} pending={false} error={incorrect} onSubmit={nothing} onCancel={nothing} />
);
export const Broken = () => (
  <PasswordForm email={email} pending={false} error={new Error("a bug")} onSubmit={nothing} onCancel={nothing} />
);
