import type { Report } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";
import { RunMarks } from "#ui/badges/run-marks.tsx";
import styles from "./report-name.module.css";

/** Suite and number of a report with a link to it, and its marks. */
export function ReportName({
  report,
  className,
}: {
  readonly report: Report;
  readonly className?: string | undefined;
}) {
  const { id, testSuite, number } = report;
  return (
    <span className={className}>
      <span className={styles["title"]}>
        <Link to="/reports/$reportId" params={{ reportId: String(id) }} title={cut(testSuite, 1000)} data-open-row>
          {cut(testSuite, 200)}
        </Link>
        <span className={styles["number"]}>{`#${number}`}</span>
      </span>
      <RunMarks report={report} />
    </span>
  );
}
