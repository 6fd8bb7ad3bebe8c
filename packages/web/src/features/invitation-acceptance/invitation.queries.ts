import { acceptInvitation, readInvitation } from "@plumb/contract/people/invitations.ts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Content of an invitation. */
export interface Offer {
  readonly email: string;
  readonly roleName: string;
  /** `null` for an invitation to the server. */
  readonly projectName: string | null;
  readonly expiresAt: string;
  readonly hasAccount: boolean;
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: async ({ signal }): Promise<Offer> => (await api.call(readInvitation, { params: { token }, signal })).data,
    // An invitation works once and would appear invalid when requested again.
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Acceptance {
  readonly name: string;
  readonly password: string;
}

export function useAcceptInvitation(token: string) {
  return useMutation({
    mutationFn: async (body: Acceptance) => (await api.call(acceptInvitation, { params: { token }, body })).data,
  });
}
