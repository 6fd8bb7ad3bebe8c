import type { Notification } from "@plumb/contract/people/notifications.ts";
import { readToken } from "#lib/session/session.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";

/** Maximum number of notifications in local storage, newest first. */
export const maxRetained = 100;

/** Notifications of the last visit until the server responds. Cleared on sign-out. */
export function retainedNotifications(): Notification[] {
  return parsedNotifications(readStored("notifications"));
}

export function keepNotifications(notifications: readonly Notification[]): void {
  // A response may arrive after the session has ended. The next user of this device must not see it.
  if (readToken() !== null) writeStored("notifications", JSON.stringify(notifications.slice(0, maxRetained)));
}

/**
 * Validates the stored value, which can be anything because other versions of the app or other programs may have written it.
 * Exported for its test.
 */
export function parsedNotifications(stored: string | null): Notification[] {
  try {
    const value = JSON.parse(stored ?? "[]") as unknown;
    return Array.isArray(value) ? value.filter(isNotification).slice(0, maxRetained) : [];
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
