import { Button, Skeleton } from "@mantine/core";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { IconBellRinging, IconPlugConnectedX } from "@tabler/icons-react";
import { useRef } from "react";
import { NotificationList } from "./notification-list.tsx";
import styles from "./notifications-dropdown.module.css";
import { NotificationsHead } from "./notifications-head.tsx";
import type { Newest } from "./newest.ts";

const visible = 10;
const allPath = "/analysis?tab=notifications";

export interface NotificationsDropdownProps {
  /** `undefined` while loading. */
  readonly newest: Newest | undefined;
  /** Sentence that explains why the list may be out of date; `null` if it is current. */
  readonly problem: string | null;
  /** Whether to ask for permission to show browser notifications. */
  readonly askable: boolean;
  readonly onRetry: () => void;
  readonly onAsk: () => void;
  readonly onOpen: (notification: Notification, path: string | null) => void;
  readonly onViewAll: (path: string) => void;
  readonly onRead: (id: number) => void;
  readonly onRemove: (id: number) => void;
  /** Marks all up to and including `upTo` as read, because newer ones were not seen yet. */
  readonly onReadAll: (upTo: number) => void;
  readonly onClear: (upTo: number) => void;
}

/** Newest notifications, opened by the bell. */
export function NotificationsDropdown(props: NotificationsDropdownProps) {
  const { newest, problem, askable } = props;
  const head = useRef<HTMLParagraphElement>(null);
  const focusHead = () => head.current?.focus();
  const list = newest?.list ?? [];
  const upTo = list[0]?.id ?? 0;
  return (
    <div className={styles["dropdown"]}>
      {newest === undefined && problem === null && <Waiting />}
      {newest !== undefined && (
        <NotificationsHead
          unread={newest.unread}
          empty={list.length === 0}
          headRef={head}
          onReadAll={() => props.onReadAll(upTo)}
          onClear={() => props.onClear(upTo)}
        />
      )}
      {problem !== null && (
        <div className={styles["line"]} aria-live="polite">
          <IconPlugConnectedX size={16} aria-hidden />
          <span>{problem}</span>
          <Button size="compact-sm" variant="default" onClick={props.onRetry}>
            Try again
          </Button>
        </div>
      )}
      {newest !== undefined && list.length === 0 && (
        <p className={styles["empty"]}>Red runs, changed roles and accepted invitations will be listed here.</p>
      )}
      {list.length > 0 && (
        <div className={styles["list"]}>
          <NotificationList
            notifications={list.slice(0, visible)}
            onOpen={props.onOpen}
            onRead={props.onRead}
            onRemove={props.onRemove}
            onEmptied={focusHead}
          />
        </div>
      )}
      {list.length > visible && (
        <a
          className={styles["all"]}
          href={allPath}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            props.onViewAll(allPath);
          }}
        >
          View all notifications in Analysis Activity
        </a>
      )}
      {askable && (
        <div className={styles["line"]}>
          <IconBellRinging size={16} aria-hidden />
          <span>Also show them as browser notifications?</span>
          <Button size="compact-sm" variant="default" onClick={props.onAsk}>
            Turn on
          </Button>
        </div>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles["waiting"]} aria-busy tabIndex={-1} data-autofocus>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </div>
  );
}
