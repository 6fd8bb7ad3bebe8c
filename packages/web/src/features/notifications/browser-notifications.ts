import type { Notification as Told } from "@plumb/contract/people/notifications.ts";

const visibleMs = 5000;
/** Maximum time between the arrival of a notification in different tabs. */
const claimMs = 10_000;

/** Returns whether the app can ask for permission: the browser supports notifications and the user has not decided yet. */
export function mayAsk(): boolean {
  return "Notification" in window && Notification.permission === "default";
}

/** Asks for permission. Browsers require a preceding click. Resolves when the user has decided. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
}

/**
 * Shows a browser notification, with permission and in only one tab.
 *
 * @param onOpen Called in this tab when the notification is clicked.
 */
export async function showInBrowser(notification: Told, onOpen: () => void): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const { locks } = navigator as Partial<Pick<Navigator, "locks">>;
  if (locks === undefined) return show(notification, onOpen);
  await locks.request(`notification-${notification.id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    show(notification, onOpen);
    await new Promise((resolve) => setTimeout(resolve, claimMs));
  });
}

function show({ id, title, message, type }: Told, onOpen: () => void): void {
  try {
    const visible = new Notification(title, { body: message, tag: `plumb-${id}` });
    visible.addEventListener("click", () => {
      window.focus();
      visible.close();
      onOpen();
    });
    // Notifications about assigned work stay until the user closes them.
    if (type !== "annotation") setTimeout(() => visible.close(), visibleMs);
  } catch {
    // Mobile browsers have the constructor but reject calls. The bell shows the same notification.
  }
}
