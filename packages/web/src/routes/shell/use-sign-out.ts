import { useNavigate } from "@tanstack/react-router";
import { signOut } from "#features/session/session.queries.ts";
import { forgetAnswers } from "#lib/session/own-account.ts";
import { queryClient } from "#lib/api/query-client.ts";

/** Ends the session, leaves for the sign-in page, and forgets what only this account may know. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    signOut();
    void navigate({ to: "/login" }).then(() => forgetAnswers(queryClient));
  };
}
