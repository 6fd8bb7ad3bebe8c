import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ResetPasswordPanel } from "#features/password-reset/reset-password-panel.tsx";
import { forgetResponses, ownAccountQuery } from "#lib/session/own-account.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { endSession } from "#lib/session/session.ts";
import { PublicFrame } from "./public-frame.tsx";

/** Page of a password reset link from an email or an administrator. The link works once. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: "/reset-password/$token" });
  const { data: config } = useQuery(publicConfigQuery);
  return (
    <PublicFrame>
      <ResetPasswordPanel
        token={token}
        available={config?.passwordReset === true}
        onDone={(email) => {
          // The server ended only the sessions of this account, so an administrator who tries the link stays signed in.
          if (queryClient.getQueryData(ownAccountQuery.queryKey)?.email !== email) return;
          endSession();
          forgetResponses(queryClient);
        }}
      />
    </PublicFrame>
  );
}
