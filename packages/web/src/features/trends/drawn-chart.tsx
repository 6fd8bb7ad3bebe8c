import { Button } from "@mantine/core";
import { type TrendFormula, trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { TrendData } from "@plumb/contract/trends/trends.ts";
import type { ReactNode } from "react";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { TimeChart } from "#ui/charts/time-chart.tsx";
import type { Callout, Crosshair, TimeSeries } from "#ui/charts/time-series.ts";
import { type TickFormat, valueAxis } from "#ui/charts/value-axis.ts";
import { ChartPanel, type LegendEntry } from "./chart-panel.tsx";
import { chartItems, chartMarks, type TrendPoint } from "./trend-points.ts";

export interface ChartProps {
  readonly data: TrendData;
  readonly points: readonly TrendPoint[];
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
  readonly onRange: (first: number, last: number) => void;
  readonly crosshair: Crosshair;
}

interface DrawnChartProps extends ChartProps {
  readonly title: string;
  readonly formulas: readonly TrendFormula[];
  readonly series: readonly TimeSeries[];
  /** Returns the format of an axis with this end. */
  readonly formatOf: (max: number) => TickFormat;
  readonly callouts?: readonly Callout[];
  readonly linesOf: (point: TrendPoint) => readonly string[];
  /** Upper limit of all values. */
  readonly max?: number;
  /** Whether the axis always starts at 0, as required for bars, whose lengths are compared. */
  readonly onZero?: boolean;
  readonly notes?: readonly (string | undefined)[];
  readonly tools?: ReactNode;
}

/** Chart with markers and a legend. Its axis starts near the values, unless the user selects 0. */
export function DrawnChart({
  title,
  formulas,
  series: all,
  formatOf,
  callouts,
  linesOf,
  max,
  onZero = false,
  notes = [],
  tools,
  ...chart
}: DrawnChartProps) {
  const { data, points, search, onSearch, onRange, crosshair } = chart;
  // Omits the comparison if there were no earlier runs.
  const compared = search.previous !== "hidden" && points.some((point) => (point.before?.total_runs ?? 0) > 0);
  const series = all.filter(({ kind }) => kind !== "ghost" || compared);
  const values = onZero ? stacked(series) : displayValues(series);
  const near = valueAxis(values, { longest: max });
  const axis = onZero || search.axis === "zero" ? valueAxis(values, { longest: max, fromZero: true }) : near;
  const legend = series.map(({ name, color, kind, dashed = false }): LegendEntry =>
    kind === "bar" ? { name, color } : { name, color, line: dashed ? "dashed" : "solid" },
  );
  const format = formatOf(axis.max);
  const begins = axis.min > 0 ? `Axis starts at ${format(axis.min, true)}` : undefined;
  return (
    <ChartPanel
      title={title}
      formulas={formulas.map((name) => trendFormulas[name])}
      legend={legend}
      notes={[begins, ...notes]}
      tools={
        <>
          {tools}
          {!onZero && near.min > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              aria-pressed={search.axis === "zero"}
              onClick={() => onSearch({ ...search, axis: search.axis === "zero" ? undefined : "zero" })}
            >
              Start at 0
            </Button>
          )}
        </>
      }
    >
      <TimeChart
        label={title}
        points={chartItems(points, data, search, linesOf)}
        series={series}
        axis={axis}
        format={format}
        marks={chartMarks(points)}
        callouts={callouts}
        crosshair={crosshair}
        onRange={points.length > 1 ? onRange : undefined}
      />
    </ChartPanel>
  );
}

/** Returns the heights of stacked bars and lines. */
function stacked(series: readonly TimeSeries[]): number[] {
  const length = series[0]?.values.length ?? 0;
  return Array.from({ length }, (_, index) => {
    const at = (kind: string) => series.filter((each) => each.kind === kind).map(({ values }) => values[index] ?? 0);
    return Math.max(
      at("bar").reduce((sum, value) => sum + value, 0),
      ...at("ghost"),
      ...at("line"),
    );
  });
}

/** Returns the values that the axis must include: those of the lines, and values of the comparison that are not below them. */
function displayValues(series: readonly TimeSeries[]): (number | null)[] {
  const of = (ghost: boolean) =>
    series.filter(({ kind }) => (kind === "ghost") === ghost).flatMap(({ values }) => [...values]);
  const lines = of(false).filter((value) => value !== null);
  const lowest = lines.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
  return [...lines, ...of(true).filter((value) => value !== null && value >= lowest)];
}
