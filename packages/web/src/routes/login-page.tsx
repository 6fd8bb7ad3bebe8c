import { Loader } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { LoginForm, type LoginMode } from "#features/session/login-form.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { publicConfigQuery, useBrand } from "#lib/public-config.ts";
import { readToken } from "#lib/session.ts";
import { BrandMark } from "#ui/brand-mark.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import styles from "./login-page.module.css";

const redirectDelayMs = 100;
const successToastMs = 2000;

/** Sign in, or create an account; on an empty database that account is the administrator's. */
export function LoginPage() {
  const config = useQuery(publicConfigQuery);
  const brand = useBrand();
  const search = useSearch({ from: "/login" });
  const router = useRouter();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<LoginMode>();
  const mode = chosen ?? (config.data?.signUp === "first-admin" ? "create-account" : "sign-in");
  usePageTitle(mode === "sign-in" ? "Sign in" : "Create account");

  const onDone = (done: LoginMode) => {
    notifications.show({
      message: done === "sign-in" ? "Welcome back!" : "Account created successfully!",
      color: "green",
      autoClose: successToastMs,
    });
    setTimeout(() => {
      if (readToken() === null) return;
      if (search.redirect === undefined) void navigate({ to: "/" });
      else router.history.push(search.redirect);
    }, redirectDelayMs);
  };

  return (
    <main className={styles["page"]}>
      <div className={styles["card"]}>
        <h1>
          <BrandMark size={26} />
          {brand.name}
        </h1>
        {config.isPending && <Loader size="sm" aria-label="Loading" />}
        {config.isError && (
          <ErrorPanel
            error={config.error}
            fallback="The server does not answer"
            onRetry={() => void config.refetch()}
          />
        )}
        {config.data !== undefined && (
          <LoginForm mode={mode} onModeChange={setChosen} config={config.data} onDone={onDone} />
        )}
      </div>
      {brand.footer !== "" && <footer className={styles["footer"]}>{brand.footer}</footer>}
    </main>
  );
}
