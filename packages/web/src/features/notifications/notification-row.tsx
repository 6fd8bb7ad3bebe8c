import { ActionIcon, VisuallyHidden } from "@mantine/core";
import type { Notification, NotificationType } from "@plumb/contract/people/notifications.ts";
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconClipboardText,
  IconTrash,
} from "@tabler/icons-react";
import { actionPath } from "./action-path.ts";
import styles from "./notification-row.module.css";
import { formatCalendarDay, formatDay } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";

const types = {
  annotation: { word: "Analysis item", icon: IconClipboardText, color: "var(--brand-ink)" },
  warning: { word: "Warning", icon: IconAlertTriangle, color: "var(--skipped-ink)" },
  error: { word: "Error", icon: IconCircleX, color: "var(--failed-ink)" },
  success: { word: "Success", icon: IconCircleCheck, color: "var(--passed-ink)" },
  other: { word: "Notice", icon: IconBell, color: "var(--ink-2)" },
} as const satisfies Record<NotificationType, unknown>;

interface NotificationRowProps {
  readonly notification: Notification;
  /** Called with the path that the notification links to; `null` if it has none and was only marked as read. */
  readonly onOpen: (notification: Notification, path: string | null) => void;
  readonly onRead: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

/** Row of a notification. A click on the row opens its subject. */
export function NotificationRow({ notification, onOpen, onRead, onRemove }: NotificationRowProps) {
  const { id, title, message, read, timestamp } = notification;
  // A newer server may send other types.
  const { word, icon: Icon, color } = types[notification.type] ?? types.other;
  const path = actionPath(notification);
  return (
    <li className={styles["row"]} data-unread={!read} data-leads={path !== null}>
      <Icon size={18} color={color} className={styles["icon"]} aria-hidden />
      <div className={styles["text"]}>
        <div className={styles["title"]}>
          <VisuallyHidden>{read ? `${word}: ` : `Unread, ${word}: `}</VisuallyHidden>
          {path === null ? (
            title
          ) : (
            <a
              href={path}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onOpen(notification, path);
              }}
            >
              {title}
            </a>
          )}
        </div>
        <p className={styles["message"]}>{message}</p>
        <p className={styles["about"]}>
          <TimeAgo timestamp={timestamp} />
          {facts(notification).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className={styles["acts"]}>
        {!read && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            aria-label={`Mark as read: ${title}`}
            title="Mark as read"
            onClick={() => onRead(id)}
          >
            <IconCheck size={16} color="var(--ink-2)" />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          aria-label={`Delete: ${title}`}
          title="Delete"
          data-remove
          onClick={() => onRemove(id)}
        >
          <IconTrash size={16} color="var(--ink-2)" />
        </ActionIcon>
      </div>
    </li>
  );
}

function facts({ metadata: { projectName, assignedBy, dueDate } }: Notification): string[] {
  return [
    ...(projectName === undefined ? [] : [projectName]),
    ...(assignedBy === undefined ? [] : [`by ${assignedBy}`]),
    ...(dueDate === undefined
      ? []
      : [`due ${dueDate.length === 10 ? formatCalendarDay(dueDate) : formatDay(dueDate)}`]),
  ];
}
