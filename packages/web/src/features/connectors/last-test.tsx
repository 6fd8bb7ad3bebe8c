import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import styles from "./connector-setup.module.css";
import { TimeAgo } from "#ui/text/time-ago.tsx";

/** Result of the last test of the stored settings. */
export function LastTest({ lastTest }: Pick<ConnectorSetup, "lastTest">) {
  if (lastTest === null) return "These settings have not been tested yet.";
  const { passed, message, at } = lastTest;
  return (
    <>
      <span className={passed ? styles["passed"] : styles["failed"]}>
        {passed ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
        {passed ? "Test passed" : "Test failed"}
      </span>{" "}
      <TimeAgo timestamp={at} className={styles["when"]} />
      <span className={styles["message"]}>{message}</span>
    </>
  );
}
