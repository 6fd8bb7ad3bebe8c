import type { Notification } from "@plumb/contract/people/notifications.ts";
import { maxRetained } from "./retained-notifications.ts";

/** State of the bell: the newest notifications, and the number of all unread ones. */
export interface Newest {
  /** Newest first. */
  readonly list: readonly Notification[];
  readonly unread: number;
}

/** Adds a new notification to the top. A notification that is already in the list changes nothing, because it may arrive twice. */
export function withArrived({ list, unread }: Newest, arrived: Notification): Newest {
  if (list.some(({ id }) => id === arrived.id)) return { list, unread };
  const all = [arrived, ...list].toSorted((a, b) => b.id - a.id);
  return { list: all.slice(0, maxRetained), unread: unread + (arrived.read ? 0 : 1) };
}

export function withOneRead({ list, unread }: Newest, id: number): Newest {
  const wasUnread = list.some((one) => one.id === id && !one.read);
  return {
    list: list.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread: Math.max(0, unread - (wasUnread ? 1 : 0)),
  };
}

/** Marks all up to and including `upTo` as read. The server recounts, because older ones may be unread. */
export function withAllRead({ list }: Newest, upTo: number): Newest {
  const marked = list.map((one) => (one.id <= upTo ? { ...one, read: true } : one));
  return { list: marked, unread: marked.filter(({ read }) => !read).length };
}

export function withoutOne({ list, unread }: Newest, id: number): Newest {
  const wasUnread = list.some((one) => one.id === id && !one.read);
  return { list: list.filter((one) => one.id !== id), unread: Math.max(0, unread - (wasUnread ? 1 : 0)) };
}

/** Removes all up to and including `upTo`. */
export function withoutAll({ list }: Newest, upTo: number): Newest {
  const left = list.filter(({ id }) => id > upTo);
  return { list: left, unread: left.filter(({ read }) => !read).length };
}
