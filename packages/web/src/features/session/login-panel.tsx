import { Alert } from "@mantine/core";
import type { PublicConfig } from "@plumb/contract/public-config.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import { useState } from "react";
import { LoginForm, type LoginMode } from "./login-form.tsx";
import { type Credentials, useSignIn, useSignUp } from "./session.queries.ts";
import { startFailure } from "#lib/session.ts";
import { FormError } from "#ui/form-error.tsx";

interface LoginPanelProps {
  readonly mode: LoginMode;
  readonly onModeChange: (mode: LoginMode) => void;
  readonly config: Pick<PublicConfig, "signUp" | "demo" | "passwordReset">;
  /** The session has started. */
  readonly onDone: (mode: LoginMode) => void;
}

/** Signs in or creates an account; errors are the server's own words. */
export function LoginPanel({ mode, onModeChange, config, onDone }: LoginPanelProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const signIn = useSignIn();
  const signUp = useSignUp();
  const action = mode === "create-account" ? signUp : signIn;
  const before = startFailure();
  return (
    <LoginForm
      mode={mode}
      onModeChange={(wanted) => {
        action.reset();
        onModeChange(wanted);
      }}
      config={config}
      credentials={credentials}
      onChange={setCredentials}
      onSubmit={() => action.mutate(credentials, { onSuccess: () => onDone(mode) })}
      busy={action.isPending}
      error={
        action.isError ? (
          <FormError
            error={action.error}
            fallback={mode === "create-account" ? "Registration failed" : "Login failed"}
          />
        ) : (
          before !== null &&
          action.isIdle && (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {before}
            </Alert>
          )
        )
      }
    />
  );
}
