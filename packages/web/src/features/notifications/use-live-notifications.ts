import type { Notification } from "@plumb/contract/people/notifications.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { showInBrowser } from "./browser-notifications.ts";
import { keepNotifications } from "./retained-notifications.ts";
import { withArrived } from "./newest.ts";
import { allNotificationsQuery, newestNotificationsQuery, notificationsKey } from "./notifications.queries.ts";
import { onRealtimeState, onServerEvent, readRealtimeState, useRealtimeState } from "#lib/api/realtime.ts";

/**
 * Returns the latest notifications and keeps them up to date. Loads them when the connection is open or has failed, and after each
 * reconnect, so that none is missed.
 *
 * @param onOpen Called when a browser notification is clicked.
 */
export function useLiveNotifications(onOpen: (notification: Notification) => void) {
  const queryClient = useQueryClient();
  const state = useRealtimeState();
  const query = useQuery({ ...newestNotificationsQuery, enabled: state !== "opening" && state !== "off" });
  const [arrived, setArrived] = useState<Notification | null>(null);
  const open = useEffectEvent(onOpen);

  const { data } = query;
  useEffect(() => {
    if (data !== undefined) keepNotifications(data.list);
  }, [data]);

  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: notificationsKey });
    const stops = [
      onServerEvent("notification", (notification) => {
        // Cancels running requests, because their response may not contain this notification and would remove it again.
        const { queryKey } = newestNotificationsQuery;
        if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey });
        queryClient.setQueryData(queryKey, (newest) => newest && withArrived(newest, notification));
        void queryClient.invalidateQueries({ queryKey: allNotificationsQuery.queryKey });
        setArrived(notification);
        void showInBrowser(notification, () => open(notification));
      }),
      onServerEvent("notifications-changed", readAgain),
      onRealtimeState(() => {
        // Also runs after the server closed the connection, because the response shows whether the session has ended.
        const now = readRealtimeState();
        if (now === "on" || now === "lost") readAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient]);

  return { query, state, arrived };
}
