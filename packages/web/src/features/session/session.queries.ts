import { login, logout, ownAccount, register } from "@plumb/contract/auth.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api.ts";
import { publicConfigQuery } from "#lib/public-config.ts";
import { endSession, startSession } from "#lib/session.ts";

export const ownAccountQuery = queryOptions({
  queryKey: ["own-account"],
  queryFn: async ({ signal }) => (await api.call(ownAccount, { signal })).user,
  staleTime: 5 * 60_000,
});

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) => api.call(login, { body: { username: email, password } }),
    onSuccess: ({ token, user }) => {
      startSession(token);
      queryClient.setQueryData(ownAccountQuery.queryKey, user);
    },
  });
}

/** The e-mail address is the user name as well. */
export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      api.call(register, { body: { username: email, email, password } }),
    onSuccess: ({ token, user }) => {
      startSession(token);
      queryClient.setQueryData(ownAccountQuery.queryKey, user);
      // Whether sign-up is open may have changed with the first account.
      void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
  });
}

/** Ends the session here in any case; the server is told, and if it cannot be reached the token simply ages. */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(logout),
    onSettled: () => {
      endSession();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicConfigQuery.queryKey[0] });
    },
  });
}
