import type { Notification } from "@plumb/contract/people/notifications.ts";
import { useRef } from "react";
import { NotificationRow } from "./notification-row.tsx";

interface NotificationListProps {
  readonly notifications: readonly Notification[];
  readonly onOpen: (notification: Notification, path: string | null) => void;
  readonly onRead: (id: number) => void;
  readonly onRemove: (id: number) => void;
  /** Called after the last notification was deleted, because no row is left to take the focus. */
  readonly onEmptied: () => void;
}

/** Notifications as rows. After deleting or reading with the keyboard, the focus stays at the same position. */
export function NotificationList({ notifications, onOpen, onRead, onRemove, onEmptied }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Focuses the delete button, because every row has one. */
  const focusRow = (index: number) => list.current?.querySelectorAll<HTMLElement>("[data-remove]").item(index)?.focus();
  return (
    <ul ref={list} aria-label="Notifications">
      {notifications.map((notification, index) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          onOpen={onOpen}
          onRead={(id) => {
            focusRow(index);
            onRead(id);
          }}
          onRemove={(id) => {
            if (notifications.length === 1) onEmptied();
            else focusRow(index + 1 < notifications.length ? index + 1 : index - 1);
            onRemove(id);
          }}
        />
      ))}
    </ul>
  );
}
