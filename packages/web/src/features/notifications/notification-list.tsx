import type { Notification } from "@plumb/contract/people/notifications.ts";
import { useRef } from "react";
import { NotificationRow } from "./notification-row.tsx";
import styles from "./notification-row.module.css";

interface NotificationListProps {
  readonly notifications: readonly Notification[];
  readonly onOpen: (notification: Notification, path: string | null) => void;
  readonly onRead: (id: number) => void;
  readonly onRemove: (id: number) => void;
  /** The last one was deleted: there is no row left that could take the focus. */
  readonly onEmptied: () => void;
}

/** Notifications as rows. Deleting and reading by keyboard keep the position. */
export function NotificationList({ notifications, onOpen, onRead, onRemove, onEmptied }: NotificationListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Its delete button is what every row has. */
  const focusRow = (index: number) => list.current?.querySelectorAll<HTMLElement>("[data-remove]").item(index)?.focus();
  return (
    <ul ref={list} className={styles["list"]} aria-label="Notifications">
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
