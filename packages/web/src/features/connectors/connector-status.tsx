import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import { IconCircleCheck, IconPlugOff } from "@tabler/icons-react";
import styles from "./connector-status.module.css";

/** Status of a connector as icon and text. An unused connector is at most "connected". */
export function ConnectorStatus({ connector: { status, used } }: { readonly connector: Connector }) {
  const enabled = status === "enabled";
  return (
    <span className={`${styles["status"]} ${enabled ? styles["enabled"] : ""}`}>
      {enabled ? <IconCircleCheck size={15} aria-hidden /> : <IconPlugOff size={15} aria-hidden />}
      {enabled ? (used ? "Enabled" : "Connected") : "Not connected"}
    </span>
  );
}
