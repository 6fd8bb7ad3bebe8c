import { IconWifiOff } from "@tabler/icons-react";
import { useOnline } from "#lib/api/online.ts";
import styles from "./offline-notice.module.css";

/** Explains missing data while the browser is offline and requests are paused. It is an overlay, so that the page does not move. */
export function OfflineNotice() {
  const online = useOnline();
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
