import type { Notification } from "@plumb/contract/people/notifications.ts";

/**
 * Where a notification leads: a path of this app with its query; null if there is nowhere to go. An address that
 * leads anywhere else is none.
 */
export function actionPath({
  actionUrl,
  annotationId,
}: Pick<Notification, "actionUrl" | "annotationId">): string | null {
  if (actionUrl !== null && actionUrl.startsWith("/")) {
    // Browsers read `//host` and `/\host` as another server.
    const here = "http://here.invalid";
    const url = URL.canParse(actionUrl, here) ? new URL(actionUrl, here) : null;
    if (url?.origin === here) return `${url.pathname}${url.search}${url.hash}`;
  }
  return annotationId === null ? null : `/analysis?annotation=${annotationId}`;
}
