import { Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ForgotPasswordPanel } from "#features/password-reset/forgot-password-panel.tsx";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PublicFrame } from "./public-frame.tsx";

/** Page for users who forgot their password. Sends a reset link if this server can send mail. */
export function ForgotPasswordPage() {
  const config = useQuery(publicConfigQuery);
  return (
    <PublicFrame>
      {config.data !== undefined ? (
        <ForgotPasswordPanel available={config.data.passwordReset} />
      ) : config.isError ? (
        <ErrorPanel
          error={config.error}
          fallback="The server is not responding"
          onRetry={() => void config.refetch()}
        />
      ) : (
        <Loader size="sm" aria-label="Loading" />
      )}
    </PublicFrame>
  );
}
