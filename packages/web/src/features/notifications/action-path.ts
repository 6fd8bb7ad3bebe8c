import type { Notification } from "@plumb/contract/people/notifications.ts";

/**
 * Returns the path of this app, with its query, that a notification links to. `null` if it has no address or one outside of
 * this app.
 */
export function actionPath({
  actionUrl,
  annotationId,
}: Pick<Notification, "actionUrl" | "annotationId">): string | null {
  if (actionUrl !== null && actionUrl.startsWith("/")) {
    // Browsers interpret `//host` and `/\host` as another server.
    const here = "http://here.invalid";
    const url = URL.canParse(actionUrl, here) ? new URL(actionUrl, here) : null;
    if (url?.origin === here) return `${url.pathname}${url.search}${url.hash}`;
  }
  return annotationId === null ? null : `/analysis?annotation=${annotationId}`;
}
