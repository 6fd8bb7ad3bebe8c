import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import { IconCircleCheck, IconPlugOff } from "@tabler/icons-react";
import styles from "./connector-status.module.css";

/** Whether a connector works, as icon and word: what nothing is sent through is connected at most. */
export function ConnectorStatus({ connector: { status, used } }: { readonly connector: Connector }) {
  const enabled = status === "enabled";
  return (
    <span className={`${styles["status"]} ${enabled ? styles["enabled"] : ""}`}>
      {enabled ? <IconCircleCheck size={15} aria-hidden /> : <IconPlugOff size={15} aria-hidden />}
      {enabled ? (used ? "Enabled" : "Connected") : "Not connected"}
    </span>
  );
}
