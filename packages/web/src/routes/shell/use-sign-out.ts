import { useNavigate } from "@tanstack/react-router";
import { signOut } from "#features/session/session.queries.ts";
import { forgetResponses } from "#lib/session/own-account.ts";
import { queryClient } from "#lib/api/query-client.ts";

/** Returns a function that ends the session, opens the sign-in page and clears the account's data. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    signOut();
    void navigate({ to: "/login" }).then(() => forgetResponses(queryClient));
  };
}
