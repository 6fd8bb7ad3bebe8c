import type { PublicConfig } from "@plumb/contract/administration/public-config.ts";
import { useState } from "react";
import { LoginForm, type LoginMode } from "./login-form.tsx";
import type { Credentials } from "./session.queries.ts";

interface FormProps {
  readonly mode?: LoginMode;
  readonly signUp?: PublicConfig["signUp"];
  readonly demo?: PublicConfig["demo"];
  readonly passwordReset?: boolean;
  readonly oidc?: PublicConfig["oidc"];
}

/** Says what would be sent. */
export const Form = ({
  mode: start = "sign-in",
  signUp = "open",
  demo = null,
  passwordReset = false,
  oidc = null,
}: FormProps) => {
  const [mode, setMode] = useState(start);
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const [sent, setSent] = useState("");
  return (
    <div style={{ maxWidth: 344, padding: 16 }}>
      <LoginForm
        mode={mode}
        onModeChange={setMode}
        config={{ signUp, demo, passwordReset, oidc }}
        oidcHref="/api/auth/oidc/start?redirect=%2Freports%2F7"
        credentials={credentials}
        onChange={setCredentials}
        onSubmit={() => setSent(`${mode} ${credentials.email} ${credentials.password}`)}
        busy={false}
      />
      <output>{sent}</output>
    </div>
  );
};
