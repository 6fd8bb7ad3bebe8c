import type { Report } from "@plumb/contract/runs/reports.ts";
import panel from "#ui/layout/panel.module.css";
import { ReportRow } from "./report-row.tsx";
import styles from "./reports-list.module.css";

/** Reports as rows, cards on small screens. */
export function ReportsList({ reports }: { readonly reports: readonly Report[] }) {
  return (
    <ul className={`${panel["panel"]} ${styles["list"]}`} aria-label="Reports">
      {reports.map((report) => (
        <ReportRow key={report.id} report={report} />
      ))}
    </ul>
  );
}

/** Placeholder of the list while it loads. */
export function ReportsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={`${panel["panel"]} ${styles["list"]}`} aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["skeleton"]}>
          <i style={{ width: `${30 + ((index * 17) % 40)}%` }} />
        </div>
      ))}
    </div>
  );
}
