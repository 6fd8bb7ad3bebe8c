import { minuteMs } from "@plumb/contract/durations.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";

/** Returns an unread notification from some minutes ago, for stories and tests. */
export function sampleNotification(input: Partial<Notification> = {}, minutesAgo = 5): Notification {
  return {
    id: 1,
    title: "checkout-e2e is red",
    message: "3 of 240 tests failed on main in staging in run #128. The previous run was green.",
    type: "error",
    actionUrl: "/reports/128",
    annotationId: null,
    metadata: { projectName: "Storefront" },
    timestamp: new Date(Date.now() - minutesAgo * minuteMs).toISOString(),
    read: false,
    ...input,
  };
}

/** Returns a notification of each type, newest first. The newest ones are unread. */
export function sampleNotifications(): Notification[] {
  const by = { assignedBy: "Grace Hopper", projectName: "Storefront" };
  return [
    sampleNotification({ id: 15 }, 0),
    sampleNotification(
      {
        id: 14,
        type: "annotation",
        title: "Assigned to you: coupon code is dropped",
        message: "Please look at it before the release.",
        actionUrl: null,
        annotationId: 12,
        metadata: { ...by, dueDate: "2026-03-09T00:00:00.000Z" },
      },
      42,
    ),
    sampleNotification(
      {
        id: 13,
        type: "success",
        title: "You are now a member of Storefront",
        message: "Grace Hopper added you with the role User.",
        actionUrl: "/",
        metadata: by,
      },
      5 * 60,
    ),
    sampleNotification(
      {
        id: 12,
        type: "other",
        title: "Your role in Storefront is now Lead",
        message: "Grace Hopper changed it from User.",
        actionUrl: "/",
        metadata: by,
        read: true,
      },
      3 * 24 * 60,
    ),
    sampleNotification(
      {
        id: 11,
        type: "warning",
        title: "Old shop was deleted",
        message: "Grace Hopper deleted the project with all of its reports.",
        actionUrl: null,
        metadata: { assignedBy: "Grace Hopper", projectName: "Old shop" },
        read: true,
      },
      20 * 24 * 60,
    ),
  ];
}

/** Returns unread notifications, newest first. */
export function manyNotifications(count: number): Notification[] {
  return Array.from({ length: count }, (_, index) =>
    sampleNotification({ id: count - index, title: `suite-${count - index} is red` }, index * 7),
  );
}
