import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { signOut } from "#features/session/session.queries.ts";
import { UserMenu } from "#features/session/user-menu.tsx";
import { forgetAnswers, ownAccountQuery } from "#lib/own-account.ts";
import { queryClient } from "#lib/query-client.ts";

/** The user menu of whoever is signed in. */
export function AccountMenu() {
  const { data: user } = useQuery(ownAccountQuery);
  const navigate = useNavigate();
  const onSignOut = async () => {
    signOut();
    await navigate({ to: "/login" });
    forgetAnswers(queryClient);
  };
  return <UserMenu user={user ?? null} avatarUrl={null} onSignOut={() => void onSignOut()} />;
}
