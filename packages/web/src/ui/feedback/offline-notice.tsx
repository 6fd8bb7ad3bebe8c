import { onlineManager } from "@tanstack/react-query";
import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import styles from "./offline-notice.module.css";

const subscribe = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

/** Explains missing data while the browser is offline and requests are paused. It is an overlay, so that the page does not move. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <output className={styles["notice"]}>
      {!online && (
        <span>
          <IconWifiOff size={16} aria-hidden />
          You are offline. You see the last loaded data; updates continue when you are back online.
        </span>
      )}
    </output>
  );
}
