import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";
import styles from "#ui/toasts.module.css";

/** Where short messages appear: top right. */
export function Toasts() {
  return (
    <Notifications
      position="top-right"
      autoClose={4000}
      limit={20}
      transitionDuration={120}
      containerWidth={340}
      classNames={{ root: styles["toasts"] ?? "" }}
    />
  );
}
