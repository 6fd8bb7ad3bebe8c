import type { Report, ReportSummary } from "@plumb/contract/runs/reports.ts";
import { IconGitBranch } from "@tabler/icons-react";
import { cut, formatCount, formatDuration, formatRate, shortCommit } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { PageLink } from "#ui/text/page-link.tsx";
import styles from "./compared-reports.module.css";

interface ComparedReportsProps {
  readonly base: Report;
  readonly head: Report;
}

/** Two reports side by side, with the differences between their counts. */
export function ComparedReports({ base, head }: ComparedReportsProps) {
  return (
    <section className={`${panel["panel"]} ${styles["reports"]}`} aria-label="The two reports">
      <div className={styles["sides"]}>
        <Side part="Base" report={base} />
        <Side part="Head" report={head} />
      </div>
      <ul className={styles["figures"]} aria-label="Counters, from base to head">
        {metrics.map(({ of, ...figure }) => (
          <Figure key={figure.label} from={of(base.summary)} to={of(head.summary)} {...figure} />
        ))}
      </ul>
    </section>
  );
}

function Side({ part, report }: { readonly part: string; readonly report: Report }) {
  const details = [report.environment, report.framework].map((detail) => cut(detail, 60));
  return (
    <div className={styles["side"]}>
      <p className={styles["part"]}>{part}</p>
      <h2 title={report.testSuite}>
        <PageLink to="/reports/$reportId" params={{ reportId: String(report.id) }}>
          {`${cut(report.testSuite, 120)} #${report.number}`}
        </PageLink>
      </h2>
      <p className={styles["facts"]}>
        <StatusBadge outcome={report.status} variant="chip" />
        <TimeAgo timestamp={report.startTime} />
        <span>{details.join(" · ")}</span>
        {report.branch !== null && (
          <span className={styles["source"]} title={`Branch ${report.branch}`}>
            <IconGitBranch size={13} aria-hidden />
            {cut(report.branch, 60)}
            {report.commit !== null && ` · ${cut(shortCommit(report.commit), 40)}`}
          </span>
        )}
      </p>
    </div>
  );
}

interface MetricKind {
  readonly label: string;
  readonly of: (summary: ReportSummary) => number | null;
  readonly format: (value: number) => string;
  /** Defaults to the format of the values. */
  readonly formatDifference?: (difference: number) => string;
  /** Whether more or less is better; `null` if neither. */
  readonly good: "more" | "less" | null;
}

const metrics: readonly MetricKind[] = [
  { label: "Total", of: ({ total }) => total, format: formatCount, good: null },
  { label: "Passed", of: ({ passed }) => passed, format: formatCount, good: "more" },
  { label: "Failed", of: ({ failed }) => failed, format: formatCount, good: "less" },
  { label: "Errored", of: ({ errored }) => errored, format: formatCount, good: "less" },
  { label: "Flaky", of: ({ flaky }) => flaky, format: formatCount, good: "less" },
  { label: "Skipped", of: ({ skipped }) => skipped, format: formatCount, good: null },
  {
    label: "Pass rate",
    of: ({ passRate }) => passRate,
    format: (rate) => formatRate(rate),
    formatDifference: (points) => `${points.toFixed(1)} pt`,
    good: "more",
  },
  { label: "Duration", of: ({ duration }) => duration, format: formatDuration, good: "less" },
];

interface FigureProps extends Omit<MetricKind, "of"> {
  readonly from: number | null;
  readonly to: number | null;
}

function Figure({ label, from, to, format, formatDifference = format, good }: FigureProps) {
  const difference = from === null || to === null ? null : to - from;
  const display = (value: number | null) => (value === null ? "–" : format(value));
  const better = difference === null || difference === 0 || good === null ? null : difference > 0 === (good === "more");
  return (
    <li>
      <span>{label}</span>
      <b>
        <span className={styles["from"]}>{`${display(from)} →`}</span> <span>{display(to)}</span>
      </b>
      <i className={better === null ? styles["same"] : better ? styles["better"] : styles["worse"]}>
        {difference === null
          ? "–"
          : difference === 0
            ? "±0"
            : `${difference > 0 ? "+" : "−"}${formatDifference(Math.abs(difference))}`}
        {better !== null && <small>{better ? " (better)" : " (worse)"}</small>}
      </i>
    </li>
  );
}
