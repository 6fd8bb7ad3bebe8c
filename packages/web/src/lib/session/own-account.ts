import { ownAccount, type User } from "@plumb/contract/people/auth.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { publicConfigQuery } from "./public-config.ts";

/** Signed-in user. Invalidate it after names or roles change, because the shell shows them. */
export const ownAccountQuery = queryOptions({
  queryKey: ["own-account"],
  queryFn: async ({ signal }) => (await api.call(ownAccount, { signal })).user,
  staleTime: 5 * 60_000,
});

/** Returns why the account could not be loaded, with the message of the server if there is one. */
export function ownAccountFailure(error: unknown): string {
  return refusalText(error, "Failed to fetch profile");
}

/** Clears cached responses after sign-out. */
export function forgetResponses(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isPersonal });
}

/**
 * Reloads all data after a sign-in in another tab, possibly by another user.
 *
 * @param user `null` if unknown.
 */
export function changeAccount(queryClient: QueryClient, user: User | null): void {
  const before = queryClient.getQueryData(ownAccountQuery.queryKey);
  if (user !== null) queryClient.setQueryData(ownAccountQuery.queryKey, user);
  if (user !== null && user.id === before?.id) return;
  void queryClient.resetQueries({
    predicate: (query) => isPersonal(query) && (user === null || query.queryKey[0] !== ownAccountQuery.queryKey[0]),
  });
}

/** Reloads all data after the user chose another time zone: times and days on the page change. */
export function forgetTimes(queryClient: QueryClient): void {
  void queryClient.resetQueries({
    predicate: (query) => isPersonal(query) && query.queryKey[0] !== ownAccountQuery.queryKey[0],
  });
}

function isPersonal({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== publicConfigQuery.queryKey[0];
}
