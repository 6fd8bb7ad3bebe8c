import {
  clearNotifications,
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "@plumb/contract/people/notifications.ts";
import type { Api } from "#http/api.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import * as store from "#store/people/notifications.ts";

/** Routes for the caller's notifications. */
export function notificationRoutes(api: Api<"bus" | "db">): void {
  api.route(listNotifications, async ({ context, caller, query }) => {
    const { id } = signedIn(caller).user;
    const { cursor: before, limit } = query;
    const page = await store.notificationsOf(context.db, id, { before, limit: limit + 1 });
    const last = page.length > limit ? page[limit - 1] : undefined;
    return {
      data: page.slice(0, limit),
      nextCursor: last?.id ?? null,
      unread: await store.unreadCount(context.db, id),
    };
  });

  api.route(countUnreadNotifications, async ({ context, caller }) => ({
    data: { unread: await store.unreadCount(context.db, signedIn(caller).user.id) },
  }));

  api.route(markNotificationRead, async ({ context, caller, params }) => {
    if (!(await store.markRead(context.db, signedIn(caller).user.id, params.notificationId))) throw removed();
    return changed(context, caller);
  });

  api.route(markAllNotificationsRead, async ({ context, caller, query }) => {
    await store.markAllRead(context.db, signedIn(caller).user.id, query.upTo);
    return changed(context, caller);
  });

  api.route(deleteNotification, async ({ context, caller, params }) => {
    if (!(await store.deleteNotification(context.db, signedIn(caller).user.id, params.notificationId))) throw removed();
    return changed(context, caller);
  });

  api.route(clearNotifications, async ({ context, caller, query }) => {
    await store.clearNotifications(context.db, signedIn(caller).user.id, query.upTo);
    return changed(context, caller);
  });
}

/** Makes the caller's other devices reload their list. */
function changed({ bus }: Pick<Context, "bus">, caller: Caller): { data: null } {
  bus.publish({ about: "notifications", userId: signedIn(caller).user.id });
  return { data: null };
}

function removed(): ApiError {
  return new ApiError("not_found", "This notification does not exist; it may already have been deleted.");
}
