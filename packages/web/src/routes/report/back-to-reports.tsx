import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import styles from "./report-page.module.css";

/** Link to the list of reports, in the header of a report. */
export function BackToReports() {
  return (
    <Link to="/reports" className={styles["backIcon"]} title="Back to reports" aria-label="Back to reports">
      <IconArrowLeft size={18} aria-hidden />
    </Link>
  );
}
