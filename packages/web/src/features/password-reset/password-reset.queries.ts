import { readPasswordReset, requestPasswordReset, resetPassword } from "@plumb/contract/people/password-reset.ts";
import type { NewPassword } from "@plumb/contract/people/profile.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Whose password a link resets. Asked once: after its use the same link reads as void. */
export function passwordResetQuery(token: string) {
  return queryOptions({
    queryKey: ["password-reset", token],
    queryFn: async ({ signal }) => (await api.call(readPasswordReset, { params: { token }, signal })).data,
    staleTime: Infinity,
    gcTime: 0,
  });
}

export function useRequestPasswordReset() {
  return useMutation({ mutationFn: (email: string) => api.call(requestPasswordReset, { body: { email } }) });
}

export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: async (body: NewPassword) => (await api.call(resetPassword, { params: { token }, body })).data,
  });
}
