import type { ArrivalReport } from "@plumb/contract/runs/arrivals.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCount } from "#lib/format/format.ts";
import styles from "./arrivals.module.css";

/** The reports that an upload became; those that are gone are named and lead nowhere. */
export function ArrivalReports({
  reports,
  most,
}: {
  readonly reports: readonly ArrivalReport[];
  readonly most: number;
}) {
  if (reports.length === 0) return null;
  return (
    <ul className={styles["reports"]}>
      {reports.slice(0, most).map(({ id, number, suite, gone }) => (
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
      {reports.length > most && <li className={styles["quiet"]}>{`and ${formatCount(reports.length - most)} more`}</li>}
    </ul>
  );
}
