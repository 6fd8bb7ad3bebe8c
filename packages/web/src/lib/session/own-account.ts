import { ownAccount, type User } from "@plumb/contract/people/auth.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { publicConfigQuery } from "./public-config.ts";

/** Who is signed in. Invalidate it after a change of names or roles: the shell shows them. */
export const ownAccountQuery = queryOptions({
  queryKey: ["own-account"],
  queryFn: async ({ signal }) => (await api.call(ownAccount, { signal })).user,
  staleTime: 5 * 60_000,
});

/** Why the account could not be read: the server's sentence, if it gave one. */
export function ownAccountFailure(error: unknown): string {
  return refusalText(error, "Failed to fetch profile");
}

/** Drops what the server told whoever was signed in, after nobody looks at it any more. */
export function forgetAnswers(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isPersonal });
}

/**
 * Somebody signed in elsewhere, perhaps somebody else: what is shown is asked for again.
 *
 * @param user Null if it is not known who.
 */
export function changeAccount(queryClient: QueryClient, user: User | null): void {
  const before = queryClient.getQueryData(ownAccountQuery.queryKey);
  if (user !== null) queryClient.setQueryData(ownAccountQuery.queryKey, user);
  if (user !== null && user.id === before?.id) return;
  void queryClient.resetQueries({
    predicate: (query) => isPersonal(query) && (user === null || query.queryKey[0] !== ownAccountQuery.queryKey[0]),
  });
}

function isPersonal({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== publicConfigQuery.queryKey[0];
}
