import type { ConnectorStatus as Status } from "@plumb/contract/integrations/connectors.ts";
import { IconCircleCheck, IconPlugOff } from "@tabler/icons-react";
import styles from "./connector-status.module.css";

/** Whether a connector is in use, as icon and word. */
export function ConnectorStatus({ status }: { readonly status: Status }) {
  const enabled = status === "enabled";
  return (
    <span className={`${styles["status"]} ${enabled ? styles["enabled"] : ""}`}>
      {enabled ? <IconCircleCheck size={15} aria-hidden /> : <IconPlugOff size={15} aria-hidden />}
      {enabled ? "Enabled" : "Not connected"}
    </span>
  );
}
