import {
  createInvitation,
  type InvitationStatus,
  listInvitationRoles,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "@plumb/contract/people/invitations.ts";
import type { Input } from "@plumb/client/client.ts";
import { listProjectStates } from "@plumb/contract/projects/project-states.ts";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const pageSize = 50;

export interface InvitationFilter {
  /** `undefined` for all. */
  readonly status: InvitationStatus | undefined;
  readonly projectId: number | undefined;
}

export type NewInvitation = Input<(typeof createInvitation)["body"]>;

/** Pages of invitations, newest first. */
export function invitationsQuery({ status, projectId }: InvitationFilter) {
  return infiniteQueryOptions({
    queryKey: ["invitations", { status, projectId }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listInvitations, {
        query: { status, projectId, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** Roles for invitations. The server rejects users without permission to invite. */
export function invitationRolesQuery(scope: "system" | "project") {
  return queryOptions({
    queryKey: ["invitation-roles", scope],
    queryFn: async ({ signal }) => (await api.call(listInvitationRoles, { query: { scope }, signal })).data,
    staleTime: 5 * 60_000,
  });
}

/** Projects that the user leads. Only administrators can invite to other projects. */
export const ledProjectsQuery = queryOptions({
  queryKey: ["project-states", "led"],
  queryFn: async ({ signal }) => {
    const led: { id: number; name: string }[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.call(listProjectStates, { query: { limit: 100, cursor }, signal });
      led.push(...page.data.filter(({ role }) => role === "LEAD"));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return led;
  },
  staleTime: 60_000,
});

export function useCreateInvitation() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: NewInvitation) => (await api.call(createInvitation, { body })).data,
    onSuccess: refresh,
  });
}

export function useResendInvitation() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (invitationId: number) => (await api.call(resendInvitation, { params: { invitationId } })).data,
    onSettled: refresh,
  });
}

export function useRevokeInvitation() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (invitationId: number) => (await api.call(revokeInvitation, { params: { invitationId } })).data,
    onSettled: refresh,
  });
}

/** Invalidates all lists of invitations. */
function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["invitations"] });
}
