import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { LoginMode } from "#features/session/login-form.tsx";
import { LoginPanel } from "#features/session/login-panel.tsx";
import { usePageTitle } from "#lib/page/page-title.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { readToken, subscribeToken } from "#lib/session/session.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showSuccess } from "#ui/feedback/toast.ts";
import { PublicFrame } from "./public-frame.tsx";

const redirectDelayMs = 100;

/** Page to sign in or create an account. On an empty database, the new account is an administrator. */
export function LoginPage() {
  const config = useQuery(publicConfigQuery);
  const { redirect, oidc, oidcError, accepted = false } = useSearch({ from: "/login" });
  const router = useRouter();
  const signedIn = useSyncExternalStore(subscribeToken, readToken) !== null;
  const [chosen, setChosen] = useState<LoginMode>();
  const mode = chosen ?? (config.data?.signUp === "first-admin" ? "create-account" : "sign-in");
  usePageTitle(mode === "sign-in" ? "Sign in" : "Create account");

  // Navigates when a session starts, from this form or in another tab.
  useEffect(() => {
    if (!signedIn) return undefined;
    const timer = setTimeout(() => router.history.replace(redirect ?? "/"), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [signedIn, redirect, router]);

  return (
    <PublicFrame>
      {config.isPending && <Loader size="sm" aria-label="Loading" />}
      {config.isError && config.data === undefined && (
        <ErrorPanel
          error={config.error}
          fallback="The server is not responding"
          onRetry={() => void config.refetch()}
        />
      )}
      {config.data !== undefined && (
        <LoginPanel
          mode={mode}
          onModeChange={setChosen}
          config={config.data}
          redirect={redirect}
          accepted={accepted}
          oidc={{ code: oidc, error: oidcError }}
          onDone={(done) => showSuccess(done === "sign-in" ? "Welcome back!" : "Account created successfully!")}
        />
      )}
    </PublicFrame>
  );
}
