import type { Notification } from "@plumb/contract/people/notifications.ts";
import { type ReactNode, useRef } from "react";
import { NotificationList } from "./notification-list.tsx";
import { NotificationsHead } from "./notifications-head.tsx";
import panel from "#ui/layout/panel.module.css";

interface NotificationsViewProps {
  /** Newest first. */
  readonly notifications: readonly Notification[];
  /** Number of all unread notifications. */
  readonly unread: number;
  /** Button that loads the next page, if there is one. */
  readonly more: ReactNode;
  readonly onOpen: (notification: Notification, path: string | null) => void;
  readonly onRead: (id: number) => void;
  readonly onRemove: (id: number) => void;
  /** Marks all up to and including `upTo` as read, because newer ones were not seen yet. */
  readonly onReadAll: (upTo: number) => void;
  readonly onClear: (upTo: number) => void;
}

/** The full list of notifications. */
export function NotificationsView(props: NotificationsViewProps) {
  const { notifications, unread, more } = props;
  const head = useRef<HTMLParagraphElement>(null);
  const upTo = notifications[0]?.id ?? 0;
  const focusHead = () => head.current?.focus();
  return (
    <section className={panel["panel"]} aria-label="Notifications">
      <NotificationsHead
        unread={unread}
        empty={notifications.length === 0}
        headRef={head}
        onReadAll={() => props.onReadAll(upTo)}
        onClear={() => props.onClear(upTo)}
      />
      {notifications.length > 0 && (
        <NotificationList
          notifications={notifications}
          onOpen={props.onOpen}
          onRead={props.onRead}
          onRemove={props.onRemove}
          onEmptied={focusHead}
        />
      )}
      {more !== false && <div style={{ display: "grid", justifyItems: "center", padding: 12 }}>{more}</div>}
    </section>
  );
}
