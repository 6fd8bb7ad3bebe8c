import { Popover, VisuallyHidden } from "@mantine/core";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { useState } from "react";
import { actionPath } from "./action-path.ts";
import { BellButton } from "./bell-button.tsx";
import { askPermission, mayAsk } from "./browser-notifications.ts";
import { NotificationsDropdown } from "./notifications-dropdown.tsx";
import { useNotificationActions } from "./notifications.queries.ts";
import { useLiveNotifications } from "./use-live-notifications.ts";
import { errorText } from "#lib/api/error-text.ts";
import { retryRealtime } from "#lib/api/realtime.ts";

/** Bell in the top bar with the newest notifications. Changes apply to all of the user's devices. */
export function NotificationsBell({ onGo }: { readonly onGo: (path: string) => void }) {
  const [opened, setOpened] = useState(false);
  const [askable, setAskable] = useState(mayAsk);
  const actions = useNotificationActions();
  const open = (notification: Notification) => {
    if (!notification.read) actions.markRead(notification.id);
    const path = actionPath(notification);
    if (path === null) return;
    setOpened(false);
    onGo(path);
  };
  const { query, state, arrived } = useLiveNotifications(open);
  const unread = query.data?.unread ?? 0;
  const problem = query.isError
    ? errorText(query.error, "Failed to load notifications")
    : query.fetchStatus === "paused"
      ? "You are offline. New notifications appear when you are back online."
      : state === "lost"
        ? "Live updates are off."
        : null;
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width="min(420px, calc(100vw - 16px))"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
        transitionProps={{ duration: 80 }}
      >
        <Popover.Target>
          <BellButton unread={unread} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <NotificationsDropdown
            newest={query.data}
            problem={problem}
            askable={askable}
            onRetry={() => {
              retryRealtime();
              void query.refetch();
            }}
            onAsk={() => void askPermission().finally(() => setAskable(mayAsk()))}
            onOpen={open}
            onViewAll={(path) => {
              setOpened(false);
              onGo(path);
            }}
            onRead={actions.markRead}
            onRemove={actions.remove}
            onReadAll={actions.markAllRead}
            onClear={actions.clear}
          />
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden aria-live="polite">{arrived === null ? "" : `New notification: ${arrived.title}`}</VisuallyHidden>
    </>
  );
}
