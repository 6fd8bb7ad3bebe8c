import { useQuery } from "@tanstack/react-query";
import { UserMenu } from "#features/session/user-menu.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { useSignOut } from "./use-sign-out.ts";

/** The menu of the signed-in user. */
export function AccountMenu() {
  const { data: user } = useQuery(ownAccountQuery);
  const signOut = useSignOut();
  return <UserMenu user={user ?? null} avatarUrl={user?.avatarUrl ?? null} onSignOut={signOut} />;
}
