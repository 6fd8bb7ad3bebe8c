import { SegmentedControl } from "@mantine/core";
import type { ReportMetrics } from "@plumb/contract/runs/metrics.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount, formatRate, formatSeconds } from "#lib/format/format.ts";
import { BarChart } from "#ui/charts/bar-chart.tsx";
import { DoughnutChart } from "#ui/charts/doughnut-chart.tsx";
import panel from "#ui/layout/panel.module.css";
import { BrowserCoverage } from "./browser-coverage.tsx";
import { FailureReasons } from "./failure-reasons.tsx";
import { durationBars, resultSlices } from "./metrics-charts.ts";
import styles from "./metrics-view.module.css";
import { RunDetails } from "./run-details.tsx";

const topChoices = [3, 5, 10] as const;
export type Top = (typeof topChoices)[number];

interface MetricsViewProps {
  readonly metrics: ReportMetrics;
  /** Number of slowest tests to compare. */
  readonly top: Top;
  readonly onTop: (top: Top) => void;
}

/** Metrics and charts of a report. Each links to its tests. */
export function MetricsView({ metrics, top, onTop }: MetricsViewProps) {
  const { summary, testRun } = metrics;
  const failures = summary.failed + summary.errored;
  return (
    <div className={styles["metrics"]}>
      <div className={styles["cards"]}>
        <Card name="Total Tests" hint="All tests of this report">
          <Link to="/reports/$reportId" params={{ reportId: String(testRun.id) }} search={{ group: "flat" }}>
            {formatCount(summary.total)}
          </Link>
        </Card>
        <Card
          name="Pass Rate"
          hint={`${formatCount(summary.passed)} passed ÷ ${formatCount(summary.passed + failures)} tests that ran (skipped tests are excluded)`}
        >
          <Link to="/reports/$reportId" params={{ reportId: String(testRun.id) }} search={{ status: "passed" }}>
            {formatRate(summary.passRate)}
          </Link>
        </Card>
        <Card
          name="Avg Duration"
          hint={`Total duration of all attempts ÷ ${formatCount(summary.timed)} tests with a duration`}
        >
          {formatSeconds(summary.averageDuration)}
        </Card>
      </div>
      <div className={styles["columns"]}>
        <section className={panel["panel"]} aria-labelledby="metrics-results">
          <div className={panel["head"]}>
            <h2 id="metrics-results">Results</h2>
          </div>
          <div className={styles["chart"]}>
            <DoughnutChart
              label="Results of this report"
              slices={resultSlices(testRun, summary)}
              center={{ figure: formatCount(summary.total), word: summary.total === 1 ? "test" : "tests" }}
              empty="No tests in this report"
            />
          </div>
        </section>
        <section className={panel["panel"]} aria-labelledby="metrics-durations">
          <div className={panel["head"]}>
            <h2 id="metrics-durations">{`Test Duration (Top ${top})`}</h2>
            <SegmentedControl
              className={panel["right"] ?? ""}
              size="xs"
              aria-label="Number of slowest tests"
              data={topChoices.map((value) => ({ value: String(value), label: String(value) }))}
              value={String(top)}
              onChange={(value) => onTop(topChoices.find((each) => String(each) === value) ?? 3)}
            />
          </div>
          <div className={styles["chart"]}>
            <BarChart
              label={`The ${top} slowest tests in seconds`}
              bars={durationBars(testRun.id, metrics.testDurations.slice(0, top))}
              format={formatSeconds}
              height={Math.max(252, 40 * top + 32)}
              empty={summary.total === 0 ? "No tests in this report" : "No durations in this report"}
            />
          </div>
        </section>
        <div className={styles["stack"]}>
          <FailureReasons metrics={metrics} />
          <BrowserCoverage reportId={testRun.id} browsers={metrics.browserStats} />
        </div>
        <RunDetails metrics={metrics} />
      </div>
    </div>
  );
}

interface CardProps {
  readonly name: string;
  /** The formula. */
  readonly hint: string;
  readonly children: ReactNode;
}

function Card({ name, hint, children }: CardProps) {
  return (
    <dl className={`${panel["panel"]} ${styles["card"]}`} title={hint}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
