import type { Backups } from "@plumb/contract/administration/backups.ts";
import { backupRows } from "./backup-rows.ts";
import { BackupState } from "./backup-state.tsx";
import { BackupsTable } from "./backups-table.tsx";
import styles from "./backups.module.css";
import { CommandLine } from "#ui/code/command-line.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import type { ReactNode } from "react";

interface BackupsViewProps {
  readonly backups: Backups;
  readonly starting: boolean;
  readonly onStart: () => void;
  /** Form of the schedule. */
  readonly children: ReactNode;
}

/** Backups of the server: state, schedule and list. */
export function BackupsView({ backups, starting, onStart, children }: BackupsViewProps) {
  if (backups.target === null)
    return (
      <EmptyState title="Backups are not configured">
        <p>
          Set PLUMB_BACKUPS to a folder or bucket on another disk, and restart the server. Only the environment of the
          server can set it, so that no user of this page can make the server write to other places.
        </p>
        <CommandLine command="PLUMB_BACKUPS=/backups/plumb" what="Setting for backups" />
      </EmptyState>
    );
  const rows = backupRows(backups);
  return (
    <section aria-label="Backups" className={styles["page"]}>
      <BackupState backups={backups} starting={starting} onStart={onStart} />
      {children}
      {rows.length === 0 ? (
        backups.targetError === null && (
          <EmptyState title="No backups yet">
            <p style={{ margin: 0 }}>
              {backups.state === "idle"
                ? "Turn on the schedule, or start one with “Back up now”."
                : "The first backup is about to start."}
            </p>
          </EmptyState>
        )
      ) : (
        <div className={panel["panel"]} style={{ overflow: "hidden" }}>
          <BackupsTable rows={rows} />
        </div>
      )}
      <p className={styles["note"]}>
        A backup does not contain the secret of the server. Keep PLUMB_SECRET, or the file “secret” in the data folder,
        in another place. Test a restore regularly.
      </p>
    </section>
  );
}
