import { z } from "zod";
import { DayOrMoment, endpoint, Id, Moment, success } from "#endpoint.ts";

export const NotificationType = z.enum(["annotation", "warning", "error", "success", "other"]);
export type NotificationType = z.infer<typeof NotificationType>;

/** What a notification is about, by value: it outlives the people and projects that it names. */
export const NotificationMetadata = z.object({
  /** The person, by their name at that time. */
  assignedBy: z.string().optional(),
  projectName: z.string().optional(),
  dueDate: DayOrMoment.optional(),
});
export type NotificationMetadata = z.infer<typeof NotificationMetadata>;

/** One notification for one person. The same on all of their devices. */
export const Notification = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  type: NotificationType,
  /** A path within the app, such as `/reports/7`; null if there is nowhere to go. */
  actionUrl: z.string().nullable(),
  /** The analysis item it is about. */
  annotationId: Id.nullable(),
  metadata: NotificationMetadata,
  timestamp: Moment,
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
    /** `nextCursor` of the page before. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Notification), {
    nextCursor: Id.nullable(),
    /** Counts all notifications, not only this page. */
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

/** The newest that the caller has seen: what came since is neither marked nor deleted unseen. */
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
