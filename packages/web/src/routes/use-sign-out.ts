import { useNavigate } from "@tanstack/react-router";
import { signOut } from "#features/session/session.queries.ts";
import { forgetAnswers } from "#lib/own-account.ts";
import { queryClient } from "#lib/query-client.ts";

/** Ends the session, leaves for the sign-in page, and forgets what only this account may know. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    signOut();
    void navigate({ to: "/login" }).then(() => forgetAnswers(queryClient));
  };
}
