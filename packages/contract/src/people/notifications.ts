import { z } from "zod";
import { DayOrTimestamp, endpoint, Id, Timestamp, success } from "#endpoint.ts";

export const NotificationType = z.enum(["annotation", "warning", "error", "success", "other"]);
export type NotificationType = z.infer<typeof NotificationType>;

/** Subject of a notification. Names are stored, because users and projects can be deleted. */
export const NotificationMetadata = z.object({
  /** Name of the user at that time. */
  assignedBy: z.string().optional(),
  projectName: z.string().optional(),
  dueDate: DayOrTimestamp.optional(),
});
export type NotificationMetadata = z.infer<typeof NotificationMetadata>;

/** A notification for one user, shared by all of their devices. */
export const Notification = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  type: NotificationType,
  /** A path within the app, such as `/reports/7`; `null` if there is no page to open. */
  actionUrl: z.string().nullable(),
  /** Analysis item of the notification. */
  annotationId: Id.nullable(),
  metadata: NotificationMetadata,
  timestamp: Timestamp,
  read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: "GET",
  path: "/api/notifications",
  summary: "List the caller's notifications, newest first",
  allow: "user",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Notification), {
    nextCursor: Id.nullable(),
    /** Unread notifications in total, not only on this page. */
    unread: z.number().int().nonnegative(),
  }),
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/api/notifications/unread",
  summary: "Count the caller's unread notifications",
  allow: "user",
  response: success(z.object({ unread: z.number().int().nonnegative() })),
});

const params = z.object({ notificationId: Id });

export const markNotificationRead = endpoint({
  method: "PUT",
  path: "/api/notifications/:notificationId/read",
  summary: "Mark one notification as read",
  allow: "user",
  params,
  response: success(z.null()),
});

/** Id of the newest notification that the caller has seen. Newer notifications are not changed. */
const upTo = z.object({ upTo: Id.optional() });

export const markAllNotificationsRead = endpoint({
  method: "PUT",
  path: "/api/notifications/read",
  summary: "Mark the caller's notifications as read, up to and including the given one",
  allow: "user",
  query: upTo,
  response: success(z.null()),
});

export const deleteNotification = endpoint({
  method: "DELETE",
  path: "/api/notifications/:notificationId",
  summary: "Delete one notification",
  allow: "user",
  params,
  response: success(z.null()),
});

export const clearNotifications = endpoint({
  method: "DELETE",
  path: "/api/notifications",
  summary: "Delete the caller's notifications, up to and including the given one",
  allow: "user",
  query: upTo,
  response: success(z.null()),
});
