import { Progress } from "@mantine/core";
import type { ProjectStorage } from "@plumb/contract/projects/storage.ts";
import type { ReactNode } from "react";
import { counted, formatBytes } from "#lib/format/format.ts";
import styles from "./storage-view.module.css";

interface StorageViewProps {
  readonly storage: ProjectStorage;
  /** Form for the limit, for users with permission to change it. */
  readonly children?: ReactNode;
}

/** Used storage of a project and its limit. */
export function StorageView({ storage, children }: StorageViewProps) {
  const { files, limitBytes, usedBytes } = storage;
  const percent = limitBytes === null ? null : Math.floor((100 * usedBytes) / limitBytes);
  const isFull = percent !== null && percent >= 100;
  const used = `${formatBytes(usedBytes)}${limitBytes === null ? "" : ` of ${formatBytes(limitBytes)} (${percent}%)`}`;
  return (
    <section className={styles["storage"]} aria-labelledby="storage">
      <h2 id="storage">Storage</h2>
      <p className={styles["used"]}>{`${used} in ${counted(files, "file")}`}</p>
      {percent !== null && (
        <Progress
          w="100%"
          value={Math.min(100, percent)}
          aria-label={`${percent}% of the storage limit is used`}
          color={isFull ? "var(--failed)" : percent >= 80 ? "var(--flaky)" : "var(--brand)"}
        />
      )}
      {isFull && (
        <p>
          The storage is full. New screenshots, traces, videos and attachments are not stored. Test results are still
          recorded.
        </p>
      )}
      <p className={styles["note"]}>
        {`Artifacts of reports and attachments of analysis items. ${limitBytes === null ? "This project has no limit. " : "Leads and administrators are notified at 80% and when it is full. "}Files of deleted reports are removed within two hours.`}
      </p>
      {children}
    </section>
  );
}
