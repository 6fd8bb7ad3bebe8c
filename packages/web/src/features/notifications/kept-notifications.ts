import type { Notification } from "@plumb/contract/people/notifications.ts";
import { readToken } from "#lib/session/session.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";

/** Newest first; as many as local storage keeps. */
export const maxKept = 100;

/** Notifications of the last visit until the server responds. Cleared on sign-out. */
export function keptNotifications(): Notification[] {
  return parsedNotifications(readStored("notifications"));
}

export function keepNotifications(notifications: readonly Notification[]): void {
  // An answer may come after the session has ended: the next person at this machine must not find it.
  if (readToken() !== null) writeStored("notifications", JSON.stringify(notifications.slice(0, maxKept)));
}

/** What is stored may be anything: another version of the app, or another program, wrote it. Exported for its test. */
export function parsedNotifications(stored: string | null): Notification[] {
  try {
    const value = JSON.parse(stored ?? "[]") as unknown;
    return Array.isArray(value) ? value.filter(isNotification).slice(0, maxKept) : [];
  } catch {
    return [];
  }
}

function isNotification(value: unknown): value is Notification {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, message, type, actionUrl, annotationId, metadata, timestamp, read } = value as Record<
    string,
    unknown
  >;
  return (
    typeof id === "number" &&
    typeof title === "string" &&
    typeof message === "string" &&
    typeof type === "string" &&
    (actionUrl === null || typeof actionUrl === "string") &&
    (annotationId === null || typeof annotationId === "number") &&
    typeof metadata === "object" &&
    metadata !== null &&
    typeof timestamp === "string" &&
    !Number.isNaN(Date.parse(timestamp)) &&
    typeof read === "boolean"
  );
}
