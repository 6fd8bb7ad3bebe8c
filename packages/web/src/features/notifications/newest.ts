import type { Notification } from "@plumb/contract/people/notifications.ts";
import { maxKept } from "./kept-notifications.ts";

/** What the bell knows: the newest notifications, and how many of all are unread. */
export interface Newest {
  /** Newest first. */
  readonly list: readonly Notification[];
  readonly unread: number;
}

/** Puts one that just arrived on top. One that is known already changes nothing: it may come by two ways. */
export function withArrived({ list, unread }: Newest, arrived: Notification): Newest {
  if (list.some(({ id }) => id === arrived.id)) return { list, unread };
  const all = [arrived, ...list].toSorted((a, b) => b.id - a.id);
  return { list: all.slice(0, maxKept), unread: unread + (arrived.read ? 0 : 1) };
}

export function withOneRead({ list, unread }: Newest, id: number): Newest {
  const wasUnread = list.some((one) => one.id === id && !one.read);
  return {
    list: list.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread: Math.max(0, unread - (wasUnread ? 1 : 0)),
  };
}

/** Up to and including `upTo`. The server recounts, because older ones may be unread. */
export function withAllRead({ list }: Newest, upTo: number): Newest {
  const marked = list.map((one) => (one.id <= upTo ? { ...one, read: true } : one));
  return { list: marked, unread: marked.filter(({ read }) => !read).length };
}

export function withoutOne({ list, unread }: Newest, id: number): Newest {
  const wasUnread = list.some((one) => one.id === id && !one.read);
  return { list: list.filter((one) => one.id !== id), unread: Math.max(0, unread - (wasUnread ? 1 : 0)) };
}

/** Up to and including `upTo`. */
export function withoutAll({ list }: Newest, upTo: number): Newest {
  const left = list.filter(({ id }) => id > upTo);
  return { list: left, unread: left.filter(({ read }) => !read).length };
}
