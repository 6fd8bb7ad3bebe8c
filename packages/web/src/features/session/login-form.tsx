import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { signUpClosedText, signUpOffText } from "@plumb/contract/people/auth.ts";
import type { PublicConfig } from "@plumb/contract/administration/public-config.ts";
import { IconLock, IconLogin2 } from "@tabler/icons-react";
import { blankErrors } from "@plumb/contract/field-errors.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DemoBox } from "./demo-box.tsx";
import styles from "./login-form.module.css";
import type { Credentials } from "./session.queries.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";

export type LoginMode = "sign-in" | "create-account";

interface LoginFormProps {
  readonly mode: LoginMode;
  readonly onModeChange: (mode: LoginMode) => void;
  readonly config: Pick<PublicConfig, "signUp" | "demo" | "passwordReset" | "oidc">;
  /** Address that starts the sign-in with the provider. */
  readonly oidcHref: string;
  readonly onSubmit: (credentials: Credentials) => void;
  readonly busy: boolean;
  /** Error of the last submit; `null` if there was none. */
  readonly error: unknown;
  /** Message above the fields before the first submit. */
  readonly notice?: ReactNode;
}

const empty: Credentials = { email: "", password: "" };

/** Form to sign in or create an account. Requires both fields; the server validates everything else. */
export function LoginForm(props: LoginFormProps) {
  const { mode, onModeChange, config, oidcHref, onSubmit, busy, error, notice } = props;
  const creating = mode === "create-account";
  const closed = creating && (config.signUp === "invitation" || config.signUp === "off");
  const emailLabel = creating ? "Email" : "Email or user name";
  const form = useServerForm<Credentials>({
    initialValues: empty,
    validate: (values) => ({
      ...(values.email.trim() === "" && { email: `${emailLabel} is required` }),
      ...blankErrors(values, ["password"]),
    }),
    error,
    // The email address is used as the user name.
    ownNames: { username: "email" },
  });
  return (
    <Stack gap="md">
      <form
        {...form.element((credentials) => !closed && onSubmit(credentials))}
        aria-label={creating ? "Create account" : "Sign in"}
      >
        <Stack gap="sm">
          {closed ? (
            <Alert color="gray" variant="light" icon={<IconLock size={18} />}>
              {config.signUp === "off" ? signUpOffText : signUpClosedText}
            </Alert>
          ) : (
            <p className={styles["lead"]}>{lead(creating, config.signUp)}</p>
          )}
          {notice}
          <FormRefusal refusal={form.refusal} fallback={creating ? "Registration failed" : "Login failed"} />
          <CredentialFields form={form} creating={creating} closed={closed} emailLabel={emailLabel} />
          {config.passwordReset && !creating && (
            <Link to="/forgot-password" className={styles["forgot"]}>
              Forgot password?
            </Link>
          )}
          <Button type="submit" loading={busy} disabled={closed} fullWidth mt={4}>
            {creating ? "Create account" : "Sign in"}
          </Button>
        </Stack>
      </form>
      {config.oidc !== null && config.signUp !== "first-admin" && (
        <ProviderButton name={config.oidc.name} href={oidcHref} />
      )}
      {config.signUp !== "first-admin" && (
        <p className={styles["switch"]}>
          {creating ? "Already have an account? " : "No account yet? "}
          <button
            type="button"
            onClick={() => {
              form.clearErrors();
              onModeChange(creating ? "sign-in" : "create-account");
            }}
          >
            {creating ? "Sign in" : "Create account"}
          </button>
        </p>
      )}
      {config.demo !== null && !creating && <DemoBox demo={config.demo} onFill={form.setValues} />}
    </Stack>
  );
}

interface CredentialFieldsProps {
  readonly form: ServerForm<Credentials>;
  readonly creating: boolean;
  readonly closed: boolean;
  readonly emailLabel: string;
}

function CredentialFields({ form, creating, closed, emailLabel }: CredentialFieldsProps) {
  return (
    <>
      <TextInput
        // The type is not `email`, because users can also sign in with a user name.
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        label={emailLabel}
        autoComplete="username"
        required
        withAsterisk={false}
        disabled={closed}
        {...form.getInputProps("email")}
      />
      <PasswordInput
        label="Password"
        autoComplete={creating ? "new-password" : "current-password"}
        required
        withAsterisk={false}
        disabled={closed}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
        {...(creating && !closed && { description: "At least 6 characters; 12 or more recommended" })}
        {...form.getInputProps("password")}
      />
    </>
  );
}

/** Button to sign in with the OpenID Connect provider. */
function ProviderButton({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <>
      <p className={styles["or"]}>or</p>
      <Button
        component="a"
        href={href}
        variant="default"
        fullWidth
        className={styles["provider"] ?? ""}
        leftSection={<IconLogin2 size={18} aria-hidden />}
      >
        {`Sign in with ${name}`}
      </Button>
    </>
  );
}

function lead(creating: boolean, signUp: PublicConfig["signUp"]): string {
  if (!creating) return "Sign in to Plumb.";
  if (signUp === "first-admin") return "This server is new. The first account becomes its administrator.";
  return "Create an account to read your team's test reports.";
}
