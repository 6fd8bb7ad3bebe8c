import { minuteMs } from "#durations.ts";
import { formatCount, formatDuration, formatRate } from "#figures.ts";
import { cut } from "#text/cut.ts";
import type { TrendMetrics } from "./trends.ts";
import type { WeekFigure, WeekTone } from "./week-model.ts";
import type { WeekMover, WeekSummary } from "./week.ts";

/** Returns the headline metrics of a week. */
export function weekMetrics({
  figures: now,
  previous: then,
  history,
}: Pick<WeekSummary, "figures" | "history" | "previous">): WeekFigure[] {
  const ran = then.total_runs > 0;
  const metric = (
    formula: WeekFigure["formula"],
    of: (metrics: TrendMetrics) => number | null,
    { format, difference }: { format: (value: number | null) => string; difference: Difference },
  ): WeekFigure => {
    const [value, before] = [of(now), ran ? of(then) : null];
    // A week without runs has no value, and not 0.
    const weeks = history.map((metrics) => (metrics.total_runs === 0 ? null : of(metrics)));
    return {
      formula,
      values: weeks.filter((each) => each !== null),
      history: `Last ${weeks.length} weeks: ${weeks.map((each) => (each === null ? "–" : format(each))).join(", ")}`,
      value: format(value),
      before: before === null ? "No runs in the previous week" : `${format(before)} in the previous week`,
      ...(value === null || before === null ? { difference: "", tone: "plain" as const } : difference(value, before)),
    };
  };
  const rate = { format: formatRate, difference: points };
  const some = { format: (value: number | null) => formatCount(value ?? 0), difference: amount };
  return [
    metric("passRate", ({ pass_rate: rate }) => rate, rate),
    metric("firstAttemptPassRate", ({ first_attempt_pass_rate: rate }) => rate, rate),
    metric("totalRuns", ({ total_runs: runs }) => runs, some),
    metric("testsRun", ({ total_tests: tests }) => tests, some),
    metric("flakyTime", ({ flaky_minutes: minutes }) => minutes, {
      format: (minutes) => formatDuration(minutes === null ? null : minutes * minuteMs),
      difference: lost,
    }),
  ];
}

type Difference = (value: number, before: number) => { readonly difference: string; readonly tone: WeekTone };

const same = { difference: "unchanged", tone: "plain" } as const;

const points: Difference = (value, before) => {
  const size = Math.abs(Math.round((value - before) * 10) / 10);
  if (size === 0) return same;
  const text = `${size.toFixed(1)} ${size === 1 ? "point" : "points"}`;
  return value > before ? { difference: `${text} better`, tone: "good" } : { difference: `${text} worse`, tone: "bad" };
};

const amount: Difference = (value, before) => {
  if (value === before) return same;
  return {
    difference: `${formatCount(Math.abs(value - before))} ${value > before ? "more" : "fewer"}`,
    tone: "plain",
  };
};

const lost: Difference = (value, before) => {
  const text = formatDuration(Math.abs(value - before) * minuteMs);
  if (value === before) return same;
  return value < before
    ? { difference: `${text} less: better`, tone: "good" }
    : { difference: `${text} more: worse`, tone: "bad" };
};

/** Returns `Web shop: 95.7%, 2.1 points worse`. */
export function moverText({ suite, passRate, before }: WeekMover): string {
  return `${cut(suite, 80)}: ${formatRate(passRate)}, ${points(passRate, before).difference}`;
}

/** Returns the suites that got worse and those that got better, each with its title; without empty lists. */
export function moverLists({ movers }: Pick<WeekSummary, "movers">) {
  const lists = [
    { title: "Suites that got worse", rows: movers.worse, tone: "bad" },
    { title: "Suites that got better", rows: movers.better, tone: "good" },
  ] as const;
  return lists.filter(({ rows }) => rows.length > 0);
}
