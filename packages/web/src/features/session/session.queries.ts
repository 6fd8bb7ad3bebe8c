import { login, logout, register, type User } from "@plumb/contract/people/auth.ts";
import { exchangeOidc } from "@plumb/contract/people/oidc.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { forgetAnswers, ownAccountQuery } from "#lib/session/own-account.ts";
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

/** Ends a sign-in with the provider: exchanges the code that it came back with for the session. */
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

/** The email address is the user name as well. */
export function useSignUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: Credentials) =>
      api.call(register, { body: { username: email, email, password } }),
    onSuccess: ({ token, user }) => {
      begin(queryClient, token, user);
      // Whether sign-up is open may have changed with the first account.
      void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    },
  });
}

function begin(queryClient: QueryClient, token: string, user: User): void {
  forgetAnswers(queryClient);
  queryClient.setQueryData(ownAccountQuery.queryKey, user);
  startSession(token, user);
}

/** Ends the session here at once and notifies the server; if it cannot be reached, its session expires. */
export function signOut(): void {
  const token = readToken();
  endSession();
  if (token === null) return;
  void api.call(logout, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
}
