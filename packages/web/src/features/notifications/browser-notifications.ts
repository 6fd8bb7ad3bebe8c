import type { Notification as Told } from "@plumb/contract/people/notifications.ts";

const shownMs = 5000;
/** Other tabs receive the same notification within this time. */
const claimMs = 10_000;

/** Whether the reader may be asked: they have not decided, and the browser has such a thing. */
export function mayAsk(): boolean {
  return "Notification" in window && Notification.permission === "default";
}

/** Asks the reader. Browsers want a click before it, and so do people. Resolves when they have decided. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
}

/**
 * Shows a notification outside the page, with permission, once per browser.
 *
 * @param onOpen Called in this tab on a click.
 */
export async function showInBrowser(told: Told, onOpen: () => void): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const { locks } = navigator as Partial<Pick<Navigator, "locks">>;
  if (locks === undefined) return show(told, onOpen);
  await locks.request(`notification-${told.id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    show(told, onOpen);
    await new Promise((resolve) => setTimeout(resolve, claimMs));
  });
}

function show({ id, title, message, type }: Told, onOpen: () => void): void {
  try {
    const shown = new Notification(title, { body: message, tag: `plumb-${id}` });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      onOpen();
    });
    // Assigned work stays visible until it is seen.
    if (type !== "annotation") setTimeout(() => shown.close(), shownMs);
  } catch {
    // Browsers of phones know the constructor and refuse it; the bell shows the same.
  }
}
