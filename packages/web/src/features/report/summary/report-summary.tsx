import type { Report } from "@plumb/contract/runs/reports.ts";
import { factsByKey, severalValuesText } from "@plumb/contract/runs/run-labels.ts";
import type { ReactNode } from "react";
import { cut, formatCount, formatDuration, formatTimestamp, formatRate } from "#lib/format/format.ts";
import { startedAtUpload } from "#features/report/facts.ts";
import { runMetadata } from "#lib/format/run-metadata.ts";
import { LinkedText } from "#ui/text/linked-text.tsx";
import panel from "#ui/layout/panel.module.css";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import styles from "./report-summary.module.css";

interface ReportSummaryProps {
  readonly report: Report;
  /** Most frequent failures, if any test failed. */
  readonly patterns?: ReactNode;
}

const visibleNames = 100;

/** Summary of a report with counts, time, environment and authors. Depends on its props only. */
export function ReportSummary({ report, patterns }: ReportSummaryProps) {
  const { summary, authors, failedAuthors, tags, facts } = report;
  const failures = summary.failed + summary.errored;
  const metadata = runMetadata(report);
  return (
    <div className={styles["summary"]}>
      <dl className={styles["counts"]}>
        <Count word="Passed" color="passed" value={formatCount(summary.passed)} />
        <Count word="Failed" color="failed" value={formatCount(summary.failed)} />
        {summary.errored > 0 && <Count word="Errored" color="errored" value={formatCount(summary.errored)} />}
        <Count word="Skipped" color="skipped" value={formatCount(summary.skipped)} />
        {summary.flaky > 0 && <Count word="Flaky (passed)" color="flaky" value={formatCount(summary.flaky)} />}
        <Count word="Pass Rate" color={failures === 0 ? "passed" : "failed"} value={formatRate(summary.passRate)} />
      </dl>
      <div className={styles["columns"]}>
        <section className={panel["panel"]} aria-label="Run">
          <dl className={styles["facts"]}>
            <Fact name="Status">
              <StatusBadge outcome={report.status} variant="chip" />
            </Fact>
            <Fact name={startedAtUpload(report) ? "Uploaded" : "Started"}>{formatTimestamp(report.startTime)}</Fact>
            <Fact name="Completed">
              <Completed report={report} />
            </Fact>
            <Fact name="Duration">{summary.duration === null ? "N/A" : formatDuration(summary.duration)}</Fact>
            <Fact name="Environment">{cut(report.environment, 200)}</Fact>
            <Fact name="Framework">{cut(report.framework, 200)}</Fact>
            <Fact name="Authors">
              <Chips names={authors} marked={failedAuthors} none="Not reported" />
            </Fact>
            <Fact name="Tags">
              <Chips names={tags} marked={[]} none="None" />
            </Fact>
            {factsByKey(facts)
              .slice(0, visibleNames)
              .map(([key, values]) => (
                <Fact key={key} name={key}>
                  <Chips names={values} marked={[]} none="" />
                  {values.length > 1 && <span className={styles["note"]}>{severalValuesText(values)}.</span>}
                </Fact>
              ))}
          </dl>
        </section>
        {patterns}
        {metadata.length > 0 && (
          <section className={panel["panel"]} aria-labelledby="run-metadata">
            <div className={panel["head"]}>
              <h2 id="run-metadata">Run metadata</h2>
            </div>
            <dl className={styles["facts"]}>
              {metadata.slice(0, visibleNames).map(([name, value]) => (
                <Fact key={name} name={cut(name, 100)}>
                  <LinkedText text={cut(value, 500)} />
                </Fact>
              ))}
            </dl>
          </section>
        )}
      </div>
    </div>
  );
}

function Completed({ report: { startTime, endTime, status } }: { readonly report: Report }) {
  if (endTime === null) return status === "running" ? "Still running" : "N/A";
  const early = Date.parse(endTime) < Date.parse(startTime);
  return (
    <>
      {formatTimestamp(endTime)}
      {early && <span className={styles["note"]}>Before the start, because the clocks of the machines differ.</span>}
    </>
  );
}

interface CountProps {
  readonly word: string;
  readonly value: string;
  readonly color: string;
}

function Count({ word, value, color }: CountProps) {
  return (
    <div className={panel["panel"]}>
      <dt>{word}</dt>
      <dd style={{ color: value === "0" || value === "–" ? "var(--ink-3)" : `var(--${color}-ink)` }}>{value}</dd>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ChipsProps {
  readonly names: readonly string[];
  /** Authors with a failed test. */
  readonly marked: readonly string[];
  readonly none: string;
}

function Chips({ names, marked, none }: ChipsProps) {
  if (names.length === 0) return <span className={styles["none"]}>{none}</span>;
  const failed = new Set(marked);
  return (
    <span className={styles["chips"]}>
      {names.slice(0, visibleNames).map((name) => (
        <span key={name} className={`${styles["chip"]} ${failed.has(name) ? styles["failed"] : ""}`}>
          {cut(name, 100)}
          {failed.has(name) && <small> has failures</small>}
        </span>
      ))}
      {names.length > visibleNames && (
        <span className={styles["none"]}>{`and ${formatCount(names.length - visibleNames)} more`}</span>
      )}
    </span>
  );
}
