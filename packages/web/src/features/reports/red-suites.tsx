import type { Report } from "@plumb/contract/reports.ts";
import { Link } from "@tanstack/react-router";
import { clip, formatCount } from "#lib/format.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { TimeAgo } from "#ui/time-ago.tsx";
import { redSuites } from "./latest-per-suite.ts";
import styles from "./red-suites.module.css";

const shown = 4;

/** Is it red now? Which suites, since when, and how much of them. */
export function RedSuites({ reports }: { readonly reports: readonly Report[] }) {
  const red = redSuites(reports);
  if (reports.length === 0) return null;
  if (red.length === 0) {
    return (
      <p className={`${styles["now"]} ${styles["green"]}`}>
        <StatusBadge outcome="passed" variant="chip" />
        <span>
          <strong>All green.</strong> No suite&apos;s latest report has a failure.
        </span>
      </p>
    );
  }
  return (
    <ul className={styles["list"]} aria-label="Red now">
      {red.slice(0, shown).map(({ latest, redSince }) => (
        <li key={latest.id} className={styles["now"]}>
          <span>
            <strong>{`${clip(latest.testSuite, 80)} is red${latest.branch === null ? "" : ` on ${clip(latest.branch, 60)}`}`}</strong>{" "}
            <span className={styles["since"]}>
              {redSince === null || redSince.id === latest.id ? "since this run, " : `since #${redSince.number}, `}
              <TimeAgo moment={(redSince ?? latest).startTime} />
            </span>
          </span>
          <span className={styles["chips"]}>
            <Failures report={latest} status="failed" count={latest.summary.failed} word="failed" />
            <Failures report={latest} status="error" count={latest.summary.errored} word="errored" />
          </span>
          <Link className={styles["open"]} to="/reports/$reportId" params={{ reportId: String(latest.id) }}>
            {`Open #${latest.number}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface FailuresProps {
  readonly report: Report;
  readonly status: "failed" | "error";
  readonly count: number;
  readonly word: string;
}

function Failures({ report, status, count, word }: FailuresProps) {
  if (count === 0) return null;
  return (
    <Link
      className={styles["chip"]}
      to="/reports/$reportId"
      params={{ reportId: String(report.id) }}
      search={{ status }}
    >
      {`${formatCount(count)} ${word}`}
    </Link>
  );
}
