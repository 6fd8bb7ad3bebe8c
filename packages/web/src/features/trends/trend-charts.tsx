import { counted, formatCount, formatRate } from "#lib/format/format.ts";
import { Button } from "@mantine/core";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData } from "@plumb/contract/trends/trends.ts";
import { type TrendSearch, zoomedInto } from "#lib/address/trend-search.ts";
import { useState } from "react";
import type { TimeSeries } from "#ui/charts/time-series.ts";
import { dipCallouts } from "./dip-callouts.ts";
import type { ExplainedDip } from "./explained-dips.ts";
import { type ChartProps, DrawnChart } from "./drawn-chart.tsx";
import styles from "./trend-charts.module.css";
import { type TrendPoint, trendPoints } from "./trend-points.ts";
import { axisMinutes, axisPercent, formatMinutes, leftOutText, runsText } from "./trend-texts.ts";

interface TrendChartsProps {
  readonly data: TrendData;
  readonly events: readonly TrendEvent[];
  readonly dips: readonly ExplainedDip[];
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
}

/** Charts of runs, rates, durations, suite size and the cost of flaky tests. Dragging over a chart zooms into the selected days. */
export function TrendCharts({ data, events, dips, search, onSearch }: TrendChartsProps) {
  const points = trendPoints(data, events);
  const [at, setAt] = useState<number | null>(null);
  const onRange = (first: number, last: number) => {
    const [from, to] = [points[first]?.period.from, points[last]?.period.to];
    if (from !== undefined && to !== undefined) onSearch(zoomedInto(search, from, to));
  };
  const shared = { data, points, search, onSearch, onRange, crosshair: { at, onMove: setAt } };
  return (
    <div className={styles["charts"]}>
      <RunsChart {...shared} />
      <PassRateChart {...shared} dips={dips} />
      <DurationChart {...shared} />
      <GrowthChart {...shared} />
      <FlakyTimeChart {...shared} />
    </div>
  );
}

const before = "Previous period";

function RunsChart(chart: ChartProps) {
  const { points } = chart;
  const of = (value: (point: TrendPoint) => number | null) => points.map(value);
  return (
    <DrawnChart
      {...chart}
      title="Runs"
      formulas={["totalRuns", "passedRuns", "flakyRuns", "failedRuns"]}
      formatOf={() => formatCount}
      onZero
      series={[
        { name: "Passed", color: "passed", kind: "bar", values: of(({ period: p }) => p.passed_runs - p.flaky_runs) },
        { name: "Flaky", color: "flaky", kind: "bar", values: of(({ period }) => period.flaky_runs) },
        { name: "Failed", color: "failed", kind: "bar", values: of(({ period }) => period.failed_runs) },
        {
          name: before,
          color: "ink-3",
          kind: "ghost",
          dashed: true,
          values: of((point) => point.before?.total_runs ?? null),
        },
      ]}
      linesOf={({ period, before: then }) => [
        runsText(period),
        `${formatCount(period.passed_runs)} passed, ${formatCount(period.flaky_runs)} of them flaky; ${formatCount(period.failed_runs)} failed`,
        ...(then === undefined || then.total_runs === 0 ? [] : [`${counted(then.total_runs, "run")} before`]),
      ]}
    />
  );
}

function PassRateChart({ dips, ...chart }: ChartProps & { readonly dips: readonly ExplainedDip[] }) {
  const { points, search, data } = chart;
  const leftOut = points.some(({ period }) => leftOutText(period) !== "");
  return (
    <DrawnChart
      {...chart}
      title="Pass Rate"
      formulas={["passRate", "firstAttemptPassRate"]}
      formatOf={() => axisPercent}
      max={100}
      callouts={dipCallouts(dips, points, { search, groupBy: data.groupBy })}
      series={[
        {
          name: before,
          color: "ink-3",
          kind: "ghost",
          dashed: true,
          values: points.map((point) => point.before?.pass_rate ?? null),
        },
        {
          name: "First attempt",
          color: "flaky",
          kind: "line",
          dashed: true,
          values: points.map(({ period }) => period.first_attempt_pass_rate),
        },
        { name: "Final", color: "passed", kind: "line", values: points.map(({ period }) => period.pass_rate) },
      ]}
      notes={[leftOut ? "Failures in quarantine and in excluded incidents are not counted" : undefined]}
      linesOf={({ period, before: then }) => [
        `${formatRate(period.pass_rate)} passed: ${formatCount(period.passed_tests)} of ${counted(period.passed_tests + period.failed_tests, "test")} that ran ${leftOutText(period)}`.trim(),
        `${formatRate(period.first_attempt_pass_rate)} on the first attempt`,
        ...(then === undefined || then.total_runs === 0 ? [] : [`${formatRate(then.pass_rate)} before`]),
      ]}
    />
  );
}

const percentiles = [
  { name: "p50", color: "running", field: "p50_duration_minutes" },
  { name: "p90", color: "skipped", field: "p90_duration_minutes" },
  { name: "p95", color: "errored", field: "p95_duration_minutes" },
] as const;

function DurationChart(chart: ChartProps) {
  const { points, search, onSearch } = chart;
  const byPercentile = search.durations === "percentiles";
  const lines: TimeSeries[] = byPercentile
    ? percentiles.map(({ name, color, field }) => ({
        name,
        color,
        kind: "line",
        values: points.map(({ period }) => period[field]),
      }))
    : [
        {
          name: before,
          color: "ink-3",
          kind: "ghost",
          dashed: true,
          values: points.map((point) => point.before?.avg_duration_minutes ?? null),
        },
        {
          name: "Average",
          color: "running",
          kind: "line",
          values: points.map(({ period }) => period.avg_duration_minutes),
        },
      ];
  return (
    <DrawnChart
      {...chart}
      title="Average Duration"
      formulas={["avgDuration", "percentiles"]}
      formatOf={axisMinutes}
      series={lines}
      tools={
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={byPercentile}
          onClick={() => onSearch({ ...search, durations: byPercentile ? undefined : "percentiles" })}
        >
          Percentiles
        </Button>
      }
      linesOf={({ period, before: then }) => [
        `${formatMinutes(period.avg_duration_minutes)} on average`,
        `p50 ${formatMinutes(period.p50_duration_minutes)}, p90 ${formatMinutes(period.p90_duration_minutes)}, p95 ${formatMinutes(period.p95_duration_minutes)}`,
        ...(then === undefined || then.total_runs === 0 ? [] : [`${formatMinutes(then.avg_duration_minutes)} before`]),
      ]}
    />
  );
}

function GrowthChart(chart: ChartProps) {
  const { points } = chart;
  const known = points.some(({ period }) => period.growth !== null);
  return (
    <DrawnChart
      {...chart}
      title="Suite Growth"
      formulas={["suiteGrowth"]}
      formatOf={() => formatCount}
      series={[
        {
          name: "Tests",
          color: "brand-ink",
          kind: "line",
          values: points.map(({ period }) => period.growth?.known ?? null),
        },
      ]}
      notes={[known ? undefined : "Not available by tag or fact: these belong to runs, not to tests"]}
      linesOf={({ period: { growth } }) =>
        growth === null
          ? ["Not available by tag or fact"]
          : [
              counted(growth.known, "test"),
              `${formatCount(growth.added)} added, ${formatCount(growth.removed)} removed`,
            ]
      }
    />
  );
}

function FlakyTimeChart(chart: ChartProps) {
  const { points } = chart;
  return (
    <DrawnChart
      {...chart}
      title="Time Lost to Flakes"
      formulas={["flakyTime"]}
      formatOf={axisMinutes}
      onZero
      series={[
        {
          name: "Failed attempts",
          color: "flaky",
          kind: "bar",
          values: points.map(({ period }) => period.flaky_minutes),
        },
        {
          name: before,
          color: "ink-3",
          kind: "ghost",
          dashed: true,
          values: points.map((point) => point.before?.flaky_minutes ?? null),
        },
      ]}
      linesOf={({ period, before: then }) => [
        `${formatMinutes(period.flaky_minutes)} in ${counted(period.flaky_tests, "flaky test execution")}`,
        ...(then === undefined || then.total_runs === 0 ? [] : [`${formatMinutes(then.flaky_minutes)} before`]),
      ]}
    />
  );
}
