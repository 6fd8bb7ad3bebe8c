import { createPasswordReset } from "@plumb/contract/people/password-reset.ts";
import { type Account, type AccountChange, listUsers, updateUser } from "@plumb/contract/people/users.ts";
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";

const pageSize = 50;

export interface UserFilter {
  readonly search: string | undefined;
  readonly status: Account["status"] | undefined;
}

/** Pages of accounts by email address. The previous results stay while the next search loads. */
export function usersQuery({ search, status }: UserFilter) {
  return infiniteQueryOptions({
    queryKey: ["users", { search, status }],
    queryFn: ({ pageParam, signal }) =>
      api.call(listUsers, {
        query: { search, status, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

interface UserChange {
  readonly userId: number;
  readonly change: AccountChange;
  /** Runs before the change. If it fails, the account is not changed. */
  readonly before: () => Promise<void>;
}

/** Changes the role or status of an account, which may be the user's own. */
export function useChangeUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, change, before }: UserChange) => {
      await before();
      return (await api.call(updateUser, { params: { userId }, body: change })).data;
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["users"] }),
        queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey }),
      ]),
  });
}

/** Creates a reset link to be shared manually. */
export function useCreateResetLink() {
  return useMutation({
    mutationFn: async (userId: number) => (await api.call(createPasswordReset, { params: { userId } })).data,
  });
}
