import { login, logout, register, type User } from "@plumb/contract/people/auth.ts";
import { exchangeOidc } from "@plumb/contract/people/oidc.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { forgetResponses, ownAccountQuery } from "#lib/session/own-account.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { endSession, readToken, startSession } from "#lib/session/session.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) => api.call(login, { body: { username: email, password } }),
    onSuccess: ({ token, user }) => begin(queryClient, token, user),
  });
}

/** Completes a sign-in with the provider by exchanging the returned code for a session. */
export function useFinishOidc(onDone: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.call(exchangeOidc, { body: { code } }),
    onSuccess: ({ token, user }) => {
      begin(queryClient, token, user);
      onDone();
    },
  });
}

/** Creates an account with the email address as the user name. */
export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      api.call(register, { body: { username: email, email, password } }),
    onSuccess: ({ token, user }) => {
      begin(queryClient, token, user);
      // The first account may change whether sign-up is open.
      void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
  });
}

function begin(queryClient: QueryClient, token: string, user: User): void {
  forgetResponses(queryClient);
  queryClient.setQueryData(ownAccountQuery.queryKey, user);
  startSession(token, user);
}

/** Ends the session here immediately and notifies the server. If the server is unreachable, the session expires there. */
export function signOut(): void {
  const token = readToken();
  endSession();
  if (token === null) return;
  void api.call(logout, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
}
