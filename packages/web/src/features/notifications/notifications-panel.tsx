import { Button, Skeleton } from "@mantine/core";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { actionPath } from "./action-path.ts";
import { allNotificationsQuery, useNotificationActions } from "./notifications.queries.ts";
import { NotificationsView } from "./notifications-view.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

/** All notifications of the user, in pages. */
export function NotificationsPanel({ onGo }: { readonly onGo: (path: string) => void }) {
  const query = useInfiniteQuery(allNotificationsQuery);
  const actions = useNotificationActions();
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton height={240} />;
    const retry = () => void query.refetch();
    return <ErrorPanel error={query.error} fallback="Failed to load notifications" onRetry={retry} />;
  }
  const open = (notification: Notification) => {
    if (!notification.read) actions.markRead(notification.id);
    const path = actionPath(notification);
    if (path !== null) onGo(path);
  };
  return (
    <NotificationsView
      notifications={query.data.pages.flatMap(({ data }) => data)}
      unread={query.data.pages[0]?.unread ?? 0}
      onOpen={open}
      onRead={actions.markRead}
      onRemove={actions.remove}
      onReadAll={actions.markAllRead}
      onClear={actions.clear}
      more={
        query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )
      }
    />
  );
}
