import { dayMs } from "@plumb/contract/durations.ts";
import { dayText } from "@plumb/analysis/trends/calendar.ts";
import type { Tally } from "@plumb/analysis/trends/run-tally.ts";
import type { Growth } from "@plumb/analysis/trends/suite-growth.ts";
import { type DayRange, periodsBefore, trendPeriods } from "@plumb/analysis/trends/trend-periods.ts";
import {
  listTrendEnvironments,
  listTrendFilters,
  listTrendSuites,
  maxTrendOptions,
  readTrendData,
  readTrendSummary,
  type TrendPart,
  type TrendPeriod,
} from "@plumb/contract/trends/trends.ts";
import { valuesContaining } from "#read-models/values-containing.ts";
import type { Api } from "#http/api.ts";
import { countedOwners, type ProjectRuns } from "#read-models/runs/run-stats.ts";
import {
  growthOf,
  runOptions,
  selectRuns,
  type SelectedRuns,
  talliesByName,
  talliesOf,
} from "#read-models/runs/selected-runs.ts";
import { presentTally } from "#weeks/present-tally.ts";
import { presentWindow, trendWindow, type TrendWindow } from "./trend-window.ts";

export function trendRoutes(api: Api<"runStats">): void {
  api.read(readTrendData, async ({ context: { runStats }, projectId, query, caller, now }) => {
    const window = trendWindow(query, caller, now);
    const selected = await selectRuns(runStats, projectId, query);
    const { periods, groupBy } = trendPeriods(window.days, window.groupBy);
    const before = periodsBefore(periods).map((days, index) => ({
      ...days,
      date: dayText(days.first),
      partial: periods[index]?.partial ?? false,
    }));
    return {
      data: {
        ...presentWindow(window),
        groupBy,
        runTrends: periodsOf(selected, window, periods),
        previous: periodsOf(selected, window, before),
      },
    };
  });

  api.read(readTrendSummary, async ({ context: { runStats }, projectId, query, caller, now }) => {
    const window = trendWindow(query, caller, now);
    const selected = await selectRuns(runStats, projectId, query);
    const [previous, current] = talliesOf(selected, fullSpans(window)).map(withFailed);
    return {
      data: {
        ...presentWindow(window),
        ...(current as Totals),
        previous: previous as Totals,
        ...everCounted(selected.project),
      },
    };
  });

  for (const [endpoint, name] of [
    [listTrendSuites, "suite"],
    [listTrendEnvironments, "environment"],
  ] as const)
    api.read(endpoint, async ({ context: { runStats }, projectId, query, caller, now }) => {
      const window = trendWindow(query, caller, now);
      const selected = await selectRuns(runStats, projectId, query);
      const parts: TrendPart[] = [];
      for (const [part, [before, current]] of talliesByName(selected, name, fullSpans(window)))
        if (before !== undefined && current !== undefined)
          parts.push({ name: part, ...presentTally(current), previous: presentTally(before) });
      return { data: parts.toSorted((a, b) => b.total_runs - a.total_runs || (a.name < b.name ? -1 : 1)) };
    });

  api.read(listTrendFilters, async ({ context: { runStats }, projectId, query: { find = "" } }) => {
    const options = runOptions(await runStats.of(projectId));
    const part = find.trim().toLowerCase();
    const owners = await countedOwners(runStats.db, projectId, part, maxTrendOptions);
    const some = (values: readonly string[]) => valuesContaining(values, part, maxTrendOptions);
    return {
      data: {
        testSuites: some(options.suite),
        environments: some(options.environment),
        branches: some(options.branch),
        frameworks: some(options.framework),
        tags: some(options.tag),
        facts: some(options.fact),
        owners,
      },
    };
  });
}

type Period = DayRange & Pick<TrendPeriod, "date" | "partial">;

function periodsOf(selected: SelectedRuns, window: TrendWindow, periods: readonly Period[]): TrendPeriod[] {
  const tallies = talliesOf(selected, periods.map(window.spanOf));
  const growth: readonly (Growth | undefined)[] = growthOf(selected, periods) ?? [];
  return tallies.flatMap((tally, index) => {
    const period = periods[index];
    if (period === undefined) return [];
    const { date, partial, first, last } = period;
    const days = { date, from: dayText(first), to: dayText(last), partial };
    return [{ ...days, ...presentTally(tally), growth: growth[index] ?? null }];
  });
}

/** Returns the previous range and the selected range. */
function fullSpans({ before, days, spanOf }: TrendWindow) {
  return [spanOf(before), spanOf(days)];
}

type Totals = ReturnType<typeof withFailed>;

function withFailed(tally: Tally) {
  const metrics = presentTally(tally);
  return { ...metrics, total_failed_runs: metrics.failed_runs };
}

/** Distinguishes a project without runs from one without runs in the selected range. */
function everCounted({ ever: { runs, first, last } }: ProjectRuns) {
  const day = (at: number) => (runs === 0 ? null : dayText(Math.floor(at / dayMs)));
  return { counted_runs: runs, first_day: day(first), last_day: day(last) };
}
