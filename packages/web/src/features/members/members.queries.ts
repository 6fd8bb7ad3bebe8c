import type { ProjectRole } from "@plumb/contract/people/auth.ts";
import {
  addMember,
  changeMember,
  listCandidates,
  listMembers,
  removeMember,
} from "@plumb/contract/projects/members.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export function membersQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "members"],
    queryFn: async ({ signal }) => (await api.call(listMembers, { params: { projectId }, signal })).data,
  });
}

/** Accounts that could be added. Not requested until the user types. */
export function candidatesQuery(projectId: number, search: string) {
  return queryOptions({
    queryKey: ["project", projectId, "candidates", search],
    queryFn: async ({ signal }) =>
      (await api.call(listCandidates, { params: { projectId }, query: { search }, signal })).data,
    enabled: search.trim() !== "",
  });
}

interface MemberRole {
  readonly userId: number;
  readonly roleKey: ProjectRole;
}

export function useAddMember(projectId: number) {
  return useMembersChange(projectId, (body: MemberRole) => api.call(addMember, { params: { projectId }, body }));
}

export function useChangeMember(projectId: number) {
  return useMembersChange(projectId, ({ userId, roleKey }: MemberRole) =>
    api.call(changeMember, { params: { projectId, userId }, body: { roleKey } }),
  );
}

export function useRemoveMember(projectId: number) {
  return useMembersChange(projectId, (userId: number) => api.call(removeMember, { params: { projectId, userId } }));
}

/** Always reloads the list, because other users may have changed it too. */
function useMembersChange<Input, Reply>(projectId: number, mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: membersQuery(projectId).queryKey }),
        queryClient.invalidateQueries({ queryKey: ["project", projectId, "candidates"] }),
        // A user's own change may affect their list of projects.
        queryClient.invalidateQueries({ queryKey: ["projects"] }),
        queryClient.invalidateQueries({ queryKey: ["project-states"] }),
      ]),
  });
}
