import { readPasswordReset, requestPasswordReset, resetPassword } from "@plumb/contract/people/password-reset.ts";
import type { NewPassword } from "@plumb/contract/people/profile.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Account of a reset link. Requested only once, because a used link is reported as invalid. */
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
