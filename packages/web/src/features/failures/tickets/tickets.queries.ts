import {
  createTickets,
  findTickets,
  linkTicket,
  listTickets,
  listTrackers,
  previewTickets,
  type Ticket,
  unlinkTicket,
} from "@plumb/contract/integrations/tickets.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Refetches tickets at this interval while the tracker creates them. */
const followMs = 2000;

export function trackersQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "trackers"],
    queryFn: async ({ signal }) => (await api.call(listTrackers, { params: { projectId }, signal })).data,
  });
}

/** Subject of a ticket: a cause or an analysis item. */
export type TicketSubject = { readonly groupId: number } | { readonly annotationId: number };

function ticketsKey(projectId: number) {
  return ["project", projectId, "tickets"] as const;
}

/** Returns whether tickets can be created for causes of a project. */
export function useHasTracker(projectId: number, enabled: boolean): boolean {
  const { data = [] } = useQuery({ ...trackersQuery(projectId), enabled });
  return data.length > 0;
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
    refetchInterval: ({ state }) => (isCreating(state.data) ? followMs : false),
  });
}

/** Returns the tickets of listed causes, by cause. */
export function useTicketsOf(projectId: number, causes: readonly { readonly id: number }[]) {
  const groupIds = causes.map(({ id }) => id);
  return useQuery({ ...causeTicketsQuery(projectId, groupIds), select: ticketByCause }).data;
}

/** Tickets of an analysis item, newest first. */
export function itemTicketsQuery(projectId: number, annotationId: number) {
  return queryOptions({
    queryKey: [...ticketsKey(projectId), "item", annotationId],
    queryFn: async ({ signal }) =>
      (await api.call(listTickets, { params: { projectId }, query: { annotationId }, signal })).data,
    refetchInterval: ({ state }) => (isCreating(state.data) ? followMs : false),
  });
}

/** Tickets of the causes in a report, by cause. */
export function reportTicketsQuery(projectId: number, reportId: number) {
  return queryOptions({
    queryKey: [...ticketsKey(projectId), "report", reportId],
    queryFn: async ({ signal }) =>
      (await api.call(listTickets, { params: { projectId }, query: { reportId }, signal })).data,
    select: ticketByCause,
  });
}

function isCreating(tickets: readonly Ticket[] | undefined): boolean {
  return tickets?.some(({ state }) => state === "creating") === true;
}

/** Returns the relevant ticket of each cause: the open one, otherwise the newest that still exists. */
export function ticketByCause(tickets: readonly Ticket[]): ReadonlyMap<number, Ticket> {
  const found = new Map<number, Ticket>();
  for (const ticket of tickets.toReversed()) {
    const { groupId, state } = ticket;
    if (groupId === null || state === "gone") continue;
    if (state !== "closed" || found.get(groupId)?.state !== "open") found.set(groupId, ticket);
  }
  return found;
}

/** Ticket drafts. Read only once per dialog, because the server requests the fields from the tracker. */
export function previewQuery(projectId: number, bindingId: number, subjects: readonly TicketSubject[]) {
  return queryOptions({
    queryKey: ["project", projectId, "ticket-preview", bindingId, ...subjects],
    queryFn: async ({ signal }) =>
      (
        await api.call(previewTickets, {
          params: { projectId },
          body: { bindingId, subjects: [...subjects] },
          signal,
        })
      ).data,
    staleTime: 60_000,
    retry: false,
  });
}

/** Values of the tracker's fields by id; a list for a field that allows several. */
export type FieldValues = Readonly<Record<string, string | string[]>>;

export interface NewTickets {
  readonly bindingId: number;
  readonly tickets: readonly NewTicket[];
  readonly fields: FieldValues;
  /** Whether screenshots are attached. */
  readonly screenshots: boolean;
}

type NewTicket = TicketSubject & {
  readonly title: string;
  /** Other causes that share the ticket. */
  readonly alsoGroupIds?: number[];
};

export function useCreateTickets(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ tickets, ...body }: NewTickets) =>
      (await api.call(createTickets, { params: { projectId }, body: { ...body, tickets: [...tickets] } })).data,
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
    mutationFn: async (body: TicketSubject & { bindingId: number; trackerId: string }) =>
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
