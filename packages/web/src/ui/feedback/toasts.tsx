import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";
import { type FocusEvent, type MouseEvent, useRef } from "react";
import { focusPage } from "#lib/keys/returned-focus.ts";
import styles from "./toasts.module.css";

/** Container of the toasts in the upper right corner. */
export function Toasts() {
  const before = useRef<EventTarget>(null);
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  // Every button removes its message, so the focus returns to the previous element or to the page.
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest("button") === null) return;
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    else focusPage();
  };
  return (
    <Notifications
      position="top-right"
      autoClose={4000}
      limit={20}
      transitionDuration={120}
      containerWidth={340}
      classNames={{ root: styles["toasts"] ?? "" }}
      onFocus={onFocus}
      onClick={onClick}
    />
  );
}
