import { onlineManager } from "@tanstack/react-query";
import { IconWifiOff } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import styles from "#ui/offline-notice.module.css";

const subscribe = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

/** Says why nothing comes while the browser is offline: what is asked for waits until it is back. Lies over the page, which does not move. */
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
