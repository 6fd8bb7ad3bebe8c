import type { FailureReason, ReportMetrics } from "@plumb/contract/runs/metrics.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount, formatRate } from "#lib/format/format.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import panel from "#ui/layout/panel.module.css";
import { testsOf } from "./metrics-charts.ts";
import styles from "./failure-reasons.module.css";

/** Reasons for failures, the most frequent first. Each links to its tests. */
export function FailureReasons({ metrics }: { readonly metrics: ReportMetrics }) {
  const { failureReasons: reasons, failureReasonCount, testRun, summary } = metrics;
  const more = failureReasonCount - reasons.length;
  return (
    <section className={panel["panel"]} aria-labelledby="metrics-reasons">
      <div className={panel["head"]}>
        <h2 id="metrics-reasons">Common Failure Reasons</h2>
      </div>
      {reasons.length === 0 ? (
        <p className={styles["none"]}>{summary.total === 0 ? "No tests in this report" : "No tests failed"}</p>
      ) : (
        <ol className={styles["reasons"]} aria-labelledby="metrics-reasons">
          {reasons.map((reason) => (
            <li key={reason.resultId}>
              <Reason reportId={testRun.id} reason={reason} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && (
        <Link className={styles["more"]} {...testsOf(testRun.id, { group: "failure" })}>
          {counted(more, "more reason")}
        </Link>
      )}
    </section>
  );
}

function Reason({ reportId, reason }: { readonly reportId: number; readonly reason: FailureReason }) {
  const { reason: line, subject, count, percentage } = reason;
  const visible = line === "" ? "No error message" : cut(line, 300);
  const share = formatRate(percentage);
  return (
    <Link
      className={styles["reason"]}
      title={`${formatCount(count)} of the failed tests (${share}) have this error`}
      {...testsOf(reportId, searchOf(reason))}
    >
      {/* The subject of the assertion distinguishes reasons, because many have the same assertion. */}
      <span className={styles["line"]}>{subject ?? visible}</span>
      {subject !== null && <span className={styles["check"]}>{visible}</span>}
      <span className={styles["share"]} aria-hidden>
        <span style={{ width: `${Math.max(1, percentage)}%` }} />
      </span>
      <span className={styles["count"]}>{`${counted(count, "test")} · ${share}`}</span>
    </Link>
  );
}

/** Excludes tests that passed in the end, because the reason's count excludes them. */
function searchOf({ signature, failed, errored }: FailureReason): ReportSearch {
  return {
    failure: signature ?? "~",
    ...(errored === 0 ? { status: "failed" } : failed === 0 ? { status: "error" } : {}),
  };
}
