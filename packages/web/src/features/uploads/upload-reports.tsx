import type { UploadReport } from "@plumb/contract/runs/uploads.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./uploads.module.css";

/** Reports of an upload. Deleted ones are shown without a link. */
export function UploadReports({ reports, max }: { readonly reports: readonly UploadReport[]; readonly max: number }) {
  if (reports.length === 0) return null;
  return (
    <ul className={styles["reports"]}>
      {reports.slice(0, max).map(({ id, number, suite, gone }) => (
        <li key={id}>
          {gone ? (
            <span className={styles["quiet"]}>{`${cut(suite, 60)} #${number}, deleted`}</span>
          ) : (
            <Link to="/reports/$reportId" params={{ reportId: String(id) }}>
              {`${cut(suite, 60)} #${number}`}
            </Link>
          )}
        </li>
      ))}
      {reports.length > max && <li className={styles["quiet"]}>{`and ${formatCount(reports.length - max)} more`}</li>}
    </ul>
  );
}
