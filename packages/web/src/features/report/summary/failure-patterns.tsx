import { splitSubject } from "@plumb/analysis/errors/error-subject.ts";
import type { ResultGroup } from "@plumb/contract/runs/results.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCount, formatRate, rate } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import styles from "./failure-patterns.module.css";

interface FailurePatternsProps {
  readonly reportId: number;
  /** The most frequent failures first. */
  readonly patterns: readonly ResultGroup[];
  /** Number of failed and errored tests of the report. */
  readonly failures: number;
}

/** Most frequent failures of a report with their share. Each links to its tests. */
export function FailurePatterns({ reportId, patterns, failures }: FailurePatternsProps) {
  const visible = patterns.reduce((sum, { failed, errored }) => sum + failed + errored, 0);
  return (
    <section className={panel["panel"]} aria-labelledby="failure-patterns">
      <div className={panel["head"]}>
        <h2 id="failure-patterns">Failure patterns</h2>
      </div>
      <ol className={styles["patterns"]}>
        {patterns.map((pattern) => (
          <Pattern key={pattern.key} reportId={reportId} pattern={pattern} failures={failures} />
        ))}
      </ol>
      {visible < failures && (
        <p
          className={styles["rest"]}
        >{`${formatCount(failures - visible)} of ${formatCount(failures)} failures have other causes.`}</p>
      )}
    </section>
  );
}

interface PatternProps {
  readonly reportId: number;
  readonly pattern: ResultGroup;
  readonly failures: number;
}

function Pattern({ reportId, pattern: { key, failed, errored, errorLine, cause }, failures }: PatternProps) {
  const count = failed + errored;
  const share = rate(count, failures) ?? 0;
  const line = key === "~" || errorLine === null || errorLine.trim() === "" ? "No error message" : errorLine;
  const { first, subject } = splitSubject(line);
  return (
    <li>
      <Link
        to="/reports/$reportId"
        params={{ reportId: String(reportId) }}
        search={key === "~" ? { failure: key, status: failed > 0 ? "failed" : "error" } : { failure: key }}
        className={styles["pattern"]}
      >
        <span className={styles["line"]} title={cut(line, 500)}>
          {cut(subject ?? first, 300)}
        </span>
        <span className={styles["share"]}>{formatRate(share)}</span>
        <span className={styles["under"]}>
          {cause !== null && cause.primaryClass !== null && <ClassBadge of={cause.primaryClass} />}
          {subject === null ? "" : ` ${cut(first, 200)}`}
        </span>
        <span className={styles["count"]}>{`${formatCount(count)} of ${formatCount(failures)}`}</span>
        <span className={styles["bar"]} aria-hidden>
          <i style={{ width: `${share}%` }} />
        </span>
      </Link>
    </li>
  );
}
