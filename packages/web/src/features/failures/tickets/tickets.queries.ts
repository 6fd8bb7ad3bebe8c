import {
  createTickets,
  findTickets,
  linkTicket,
  listTickets,
  listTrackers,
  previewTickets,
  unlinkTicket,
} from "@plumb/contract/integrations/tickets.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Refetches tickets at this interval while the tracker creates them. */
const followMs = 2000;

export function trackersQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "trackers"],
    queryFn: async ({ signal }) => (await api.call(listTrackers, { params: { projectId }, signal })).data,
  });
}

function ticketsKey(projectId: number) {
  return ["project", projectId, "tickets"] as const;
}

/** Tickets of causes, newest first. */
export function causeTicketsQuery(projectId: number, groupIds: readonly number[]) {
  return queryOptions({
    queryKey: [...ticketsKey(projectId), ...groupIds],
    queryFn: async ({ signal }) =>
      groupIds.length === 0
        ? []
        : (await api.call(listTickets, { params: { projectId }, query: { groupIds: groupIds.join(",") }, signal }))
            .data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ state: own }) => own === "creating") === true ? followMs : false,
  });
}

/** Drafts of tickets. The tracker is asked for its fields, so they are only read once per dialog. */
export function previewQuery(projectId: number, bindingId: number, groupIds: readonly number[]) {
  return queryOptions({
    queryKey: ["project", projectId, "ticket-preview", bindingId, ...groupIds],
    queryFn: async ({ signal }) =>
      (
        await api.call(previewTickets, {
          params: { projectId },
          body: { bindingId, subjects: groupIds.map((groupId) => ({ groupId })) },
          signal,
        })
      ).data,
    staleTime: 60_000,
    retry: false,
  });
}

export interface NewTickets {
  readonly bindingId: number;
  readonly tickets: readonly { readonly groupId: number; readonly title: string }[];
  readonly fields: Readonly<Record<string, string>>;
}

export function useCreateTickets(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ bindingId, tickets, fields }: NewTickets) =>
      (await api.call(createTickets, { params: { projectId }, body: { bindingId, tickets: [...tickets], fields } }))
        .data,
    onSettled: refresh,
  });
}

export function useFindTickets(projectId: number) {
  return useMutation({
    mutationFn: async (query: { bindingId: number; text: string }) =>
      (await api.call(findTickets, { params: { projectId }, query })).data,
  });
}

export function useLinkTicket(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (body: { bindingId: number; groupId: number; trackerId: string }) =>
      (await api.call(linkTicket, { params: { projectId }, body })).data,
    onSettled: refresh,
  });
}

export function useUnlinkTicket(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (ticketId: number) => api.call(unlinkTicket, { params: { projectId, ticketId } }),
    onSettled: refresh,
  });
}

function useRefresh(projectId: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ["project", projectId, "ticket-preview"] });
    return queryClient.invalidateQueries({ queryKey: ticketsKey(projectId) });
  };
}
