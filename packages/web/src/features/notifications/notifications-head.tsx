import { Button } from "@mantine/core";
import { IconChecks, IconTrash } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import styles from "./notifications-head.module.css";
import { counted } from "#lib/format/format.ts";

interface NotificationsHeadProps {
  readonly unread: number;
  /** Whether there are no notifications. */
  readonly empty: boolean;
  readonly onReadAll: () => void;
  readonly onClear: () => void;
  /** Receives the focus when the focused element disappears. */
  readonly headRef: RefObject<HTMLParagraphElement | null>;
}

/** Number of unread notifications, with actions for all of them. Clearing requires confirmation, because it cannot be undone. */
export function NotificationsHead({ unread, empty, onReadAll, onClear, headRef }: NotificationsHeadProps) {
  const [asking, setAsking] = useState(false);
  const focusHead = () => headRef.current?.focus();
  const close = () => {
    setAsking(false);
    setTimeout(focusHead);
  };
  if (asking && !empty) {
    return (
      <div className={styles["head"]}>
        <p className={styles["said"]}>Clear all notifications? They are deleted on all your devices.</p>
        <div className={styles["acts"]}>
          <Button size="compact-sm" variant="default" ref={focusOnce} onClick={close}>
            Cancel
          </Button>
          <Button
            size="compact-sm"
            color="red.8"
            onClick={() => {
              onClear();
              close();
            }}
          >
            Clear all
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles["head"]}>
      <p ref={headRef} tabIndex={-1} data-autofocus className={styles["said"]}>
        {empty ? "No notifications yet" : `You have ${counted(unread, "unread notification")}`}
      </p>
      {!empty && (
        <div className={styles["acts"]}>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={unread === 0}
            leftSection={<IconChecks size={15} aria-hidden />}
            onClick={() => {
              focusHead();
              onReadAll();
            }}
          >
            Mark all as read
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            Clear all
          </Button>
        </div>
      )}
    </div>
  );
}

/** Used as a ref, so that the confirmation appears with the focus on the button that cancels. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
