import { IconAlertCircle, IconCircleCheck } from "@tabler/icons-react";
import styles from "./last-test.module.css";
import { cut } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface LastTestResult {
  readonly passed: boolean;
  readonly message: string;
  readonly at: string;
}

/** Result of the last test of the stored settings. */
export function LastTest({ lastTest }: { readonly lastTest: LastTestResult | null }) {
  if (lastTest === null) return "These settings have not been tested yet.";
  const { passed, message, at } = lastTest;
  return (
    <>
      <span className={passed ? styles["passed"] : styles["failed"]}>
        {passed ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertCircle size={16} aria-hidden />}
        {passed ? "Test passed" : "Test failed"}
      </span>{" "}
      <TimeAgo timestamp={at} className={styles["when"]} />
      <span className={styles["message"]}>{cut(message, 1000)}</span>
    </>
  );
}
