import {
  clearNotifications,
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@plumb/contract/people/notifications.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listNotifications, callers: "accounts" },
  { endpoint: countUnreadNotifications, callers: "accounts" },
  // 404: a notification of another user.
  { endpoint: markNotificationRead, callers: "accounts", status: 404, audit: "personal" },
  { endpoint: markAllNotificationsRead, callers: "accounts", audit: "personal" },
  { endpoint: deleteNotification, callers: "accounts", status: 404, audit: "personal" },
  { endpoint: clearNotifications, callers: "accounts", audit: "personal" },
];
