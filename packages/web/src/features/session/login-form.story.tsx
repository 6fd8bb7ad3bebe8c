import type { PublicConfig } from "@plumb/contract/administration/public-config.ts";
import { useState } from "react";
import { LoginForm, type LoginMode } from "./login-form.tsx";

interface FormProps {
  readonly mode?: LoginMode;
  readonly signUp?: PublicConfig["signUp"];
  readonly demo?: PublicConfig["demo"];
  readonly passwordReset?: boolean;
  readonly oidc?: PublicConfig["oidc"];
  readonly error?: unknown;
}

/** Shows the values that would be sent. */
export const Form = ({
  mode: start = "sign-in",
  signUp = "open",
  demo = null,
  passwordReset = false,
  oidc = null,
  error = null,
}: FormProps) => {
  const [mode, setMode] = useState(start);
  const [sent, setSent] = useState("");
  return (
    <div style={{ maxWidth: 344, padding: 16 }}>
      <LoginForm
        mode={mode}
        onModeChange={setMode}
        config={{ signUp, demo, passwordReset, oidc }}
        oidcHref="/api/auth/oidc/start?redirect=%2Freports%2F7"
        onSubmit={({ email, password }) => setSent(`${mode} ${email} ${password}`)}
        busy={false}
        error={error}
      />
      <output>{sent}</output>
    </div>
  );
};
