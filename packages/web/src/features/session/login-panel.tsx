import { Alert, Loader } from "@mantine/core";
import { type OidcError, startOidc } from "@plumb/contract/people/oidc.ts";
import type { PublicConfig } from "@plumb/contract/administration/public-config.ts";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import { useEffect } from "react";
import { LoginForm, type LoginMode } from "./login-form.tsx";
import { oidcMessages } from "./oidc-messages.ts";
import { useFinishOidc, useSignIn, useSignUp } from "./session.queries.ts";
import { startFailure } from "#lib/session/session.ts";
import { FormError } from "#ui/form/form-error.tsx";

interface LoginPanelProps {
  readonly mode: LoginMode;
  readonly onModeChange: (mode: LoginMode) => void;
  readonly config: Pick<PublicConfig, "signUp" | "demo" | "passwordReset" | "oidc">;
  /** Page to open after the sign-in. The provider returns it. */
  readonly redirect: string | undefined;
  /** Whether an invitation was just accepted. */
  readonly accepted: boolean;
  /** Result of a sign-in with the provider. */
  readonly oidc: { readonly code: string | undefined; readonly error: OidcError | undefined };
  /** Called when the session has started. */
  readonly onDone: (mode: LoginMode) => void;
}

/** Signs in or creates an account. Shows the server's error messages. */
export function LoginPanel({ mode, onModeChange, config, redirect, accepted, oidc, onDone }: LoginPanelProps) {
  const signIn = useSignIn();
  const signUp = useSignUp();
  const action = mode === "create-account" ? signUp : signIn;
  const { mutate: finish, isError: notFinished, error: finishError } = useFinishOidc(() => onDone("sign-in"));
  const { code } = oidc;
  useEffect(() => {
    if (code === undefined) return undefined;
    // Delayed, because the code is only valid once and React may run an effect twice.
    const timer = setTimeout(() => finish(code));
    return () => clearTimeout(timer);
  }, [code, finish]);
  if (code !== undefined && !notFinished) return <Loader size="sm" aria-label="Signing in" />;

  const before = startFailure() ?? (oidc.error === undefined ? null : oidcMessages[oidc.error]);
  return (
    <LoginForm
      mode={mode}
      onModeChange={(requested) => {
        action.reset();
        onModeChange(requested);
      }}
      config={config}
      oidcHref={`${startOidc.path}${redirect === undefined ? "" : `?${new URLSearchParams({ redirect }).toString()}`}`}
      onSubmit={(credentials) => action.mutate(credentials, { onSuccess: () => onDone(mode) })}
      busy={action.isPending}
      error={action.error}
      notice={
        notFinished && action.isIdle ? (
          <FormError error={finishError} fallback="Login failed" />
        ) : (
          action.isIdle &&
          (before === null ? (
            accepted && (
              <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />}>
                Your account is ready. Sign in.
              </Alert>
            )
          ) : (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {before}
            </Alert>
          ))
        )
      }
    />
  );
}
