import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import type { PublicConfig } from "@plumb/contract/public-config.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { DemoBox } from "./demo-box.tsx";
import styles from "./login-form.module.css";
import { type Credentials, useSignIn, useSignUp } from "./session.queries.ts";
import { errorText } from "#lib/error-text.ts";

export type LoginMode = "sign-in" | "create-account";

interface LoginFormProps {
  readonly mode: LoginMode;
  readonly onModeChange: (mode: LoginMode) => void;
  readonly config: Pick<PublicConfig, "signUp" | "demo">;
  /** The session has started. */
  readonly onDone: (mode: LoginMode) => void;
}

/** Signs in or creates an account; errors are the server's own words. */
export function LoginForm({ mode, onModeChange, config, onDone }: LoginFormProps) {
  const [credentials, setCredentials] = useState<Credentials>({ email: "", password: "" });
  const signIn = useSignIn();
  const signUp = useSignUp();
  const creating = mode === "create-account";
  const action = creating ? signUp : signIn;
  const closed = creating && (config.signUp === "invitation" || config.signUp === "off");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.mutate(credentials, { onSuccess: () => onDone(mode) });
  };
  const switchMode = () => {
    action.reset();
    onModeChange(creating ? "sign-in" : "create-account");
  };

  return (
    <Stack gap="md">
      <form onSubmit={submit} aria-label={creating ? "Create account" : "Sign in"}>
        <Stack gap="sm">
          <p className={styles["lead"]}>{lead(creating, config.signUp)}</p>
          {action.isError && (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {errorText(action.error, creating ? "Registration failed" : "Login failed")}
            </Alert>
          )}
          <TextInput
            // The demo administrator and old accounts may sign in with a name that is no address.
            type={creating ? "email" : "text"}
            label="Email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={credentials.email}
            onChange={({ currentTarget }) => setCredentials({ ...credentials, email: currentTarget.value })}
          />
          <PasswordInput
            label="Password"
            autoComplete={creating ? "new-password" : "current-password"}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
            {...(creating && { description: "At least 6 characters" })}
            value={credentials.password}
            onChange={({ currentTarget }) => setCredentials({ ...credentials, password: currentTarget.value })}
          />
          <Button type="submit" loading={action.isPending} disabled={closed} fullWidth mt={4}>
            {creating ? "Create account" : "Sign in"}
          </Button>
        </Stack>
      </form>
      {config.signUp !== "first-admin" && (
        <p className={styles["switch"]}>
          {creating ? "Already have an account? " : "No account yet? "}
          <button type="button" onClick={switchMode}>
            {creating ? "Sign in" : "Create account"}
          </button>
        </p>
      )}
      {config.demo !== null && !creating && <DemoBox demo={config.demo} onFill={setCredentials} />}
    </Stack>
  );
}

function lead(creating: boolean, signUp: PublicConfig["signUp"]): string {
  if (!creating) return "Sign in to read your test reports.";
  if (signUp === "first-admin") return "This server is new: the first account becomes its administrator.";
  if (signUp === "invitation") return "Accounts are created by invitation. Ask an administrator for one.";
  if (signUp === "off") return "Creating accounts is switched off on this server. Ask an administrator.";
  return "Create an account to read your team's test reports.";
}
