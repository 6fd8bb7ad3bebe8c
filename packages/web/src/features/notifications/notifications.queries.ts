import {
  clearNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@plumb/contract/people/notifications.ts";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { retainedNotifications, maxRetained } from "./retained-notifications.ts";
import { type Newest, withAllRead, withOneRead, withoutAll, withoutOne } from "./newest.ts";
import { api } from "#lib/api/api.ts";
import { errorText } from "#lib/api/error-text.ts";
import { readRealtimeState } from "#lib/api/realtime.ts";

/** Key prefix of both notification lists. */
export const notificationsKey = ["notifications"] as const;

/** Newest notifications. Contains the ones from the last visit until the server responds. */
export const newestNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, "newest"],
  queryFn: async ({ signal }): Promise<Newest> => {
    const { data, unread } = await api.call(listNotifications, { query: { limit: maxRetained }, signal });
    return { list: data, unread };
  },
  initialData: (): Newest | undefined => {
    const list = retainedNotifications();
    return list.length === 0 ? undefined : { list, unread: list.filter(({ read }) => !read).length };
  },
  initialDataUpdatedAt: 0,
});

/** Pages of all notifications. */
export const allNotificationsQuery = infiniteQueryOptions({
  queryKey: [...notificationsKey, "all"],
  queryFn: ({ pageParam, signal }) =>
    api.call(listNotifications, {
      query: { limit: 30, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

interface Change {
  readonly call: () => Promise<unknown>;
  /** Returns the optimistic result. */
  readonly foresee: (newest: Newest) => Newest;
  /** Message for errors without one. */
  readonly failure: string;
}

function useChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: Change) => call(),
    onMutate: async ({ foresee }) => {
      await queryClient.cancelQueries({ queryKey: newestNotificationsQuery.queryKey });
      queryClient.setQueryData(newestNotificationsQuery.queryKey, (newest) => newest && foresee(newest));
    },
    onError: async (error, { failure }) => {
      const { showError } = await import("#ui/feedback/toast.ts");
      showError(errorText(error, failure));
      await queryClient.invalidateQueries({ queryKey: notificationsKey });
    },
    onSuccess: () => {
      // With a live connection, the server sends the change to all devices.
      if (readRealtimeState() !== "on") return queryClient.invalidateQueries({ queryKey: notificationsKey });
      return undefined;
    },
  });
}

/** Actions for notifications. On errors, they show a message and are rolled back. */
export function useNotificationActions() {
  const { mutate } = useChange();
  return {
    markRead: (notificationId: number) =>
      mutate({
        call: () => api.call(markNotificationRead, { params: { notificationId } }),
        foresee: (newest) => withOneRead(newest, notificationId),
        failure: "Failed to mark the notification as read",
      }),
    /** Marks all up to and including `upTo` as read. Later ones stay unread. */
    markAllRead: (upTo: number) =>
      mutate({
        call: () => api.call(markAllNotificationsRead, { query: { upTo } }),
        foresee: (newest) => withAllRead(newest, upTo),
        failure: "Failed to mark the notifications as read",
      }),
    remove: (notificationId: number) =>
      mutate({
        call: () => api.call(deleteNotification, { params: { notificationId } }),
        foresee: (newest) => withoutOne(newest, notificationId),
        failure: "Failed to delete the notification",
      }),
    /** Removes all up to and including `upTo`. */
    clear: (upTo: number) =>
      mutate({
        call: () => api.call(clearNotifications, { query: { upTo } }),
        foresee: (newest) => withoutAll(newest, upTo),
        failure: "Failed to clear the notifications",
      }),
  };
}
