import { dips } from "@plumb/analysis/trends/dips.ts";
import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData, TrendPeriod } from "@plumb/contract/trends/trends.ts";
import { useQueries } from "@tanstack/react-query";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { trendPoints } from "./trend-points.ts";
import { dipQuery } from "./trends.queries.ts";

/** A period with an unusually low pass rate, and what happened in it. */
export interface ExplainedDip {
  readonly period: Pick<TrendPeriod, "from" | "growth" | "to" | "total_runs">;
  readonly rate: number;
  /** Median pass rate of the visible periods. */
  readonly usual: number;
  readonly events: readonly TrendEvent[];
  /** Failures of the period; `undefined` while loading or if they could not be loaded. */
  readonly failures: Pick<DefectSummary, "groups" | "newGroups"> | undefined;
  readonly incidents: readonly Pick<Incident, "id" | "name" | "tests">[] | undefined;
}

const maxDips = 3;
/** In points of the pass rate. */
const minDrop = 2;

/** Returns the deepest dips of the pass rate, and loads what happened in them. */
export function useExplainedDips(
  projectId: number,
  { data, events, search }: { data: TrendData | undefined; events: readonly TrendEvent[]; search: TrendSearch },
): readonly ExplainedDip[] {
  const points = data === undefined ? [] : trendPoints(data, events);
  const found = dips(
    points.map(({ period }) => period.pass_rate),
    { max: maxDips, minDrop },
  ).flatMap(({ index, ...dip }) => {
    const point = points[index];
    return point === undefined ? [] : [{ ...dip, ...point }];
  });
  const loaded = useQueries({ queries: found.map(({ period }) => dipQuery(projectId, search, period)) });
  return found.map(({ period, value, usual, events: ofPeriod }, index) => ({
    period,
    rate: value,
    usual,
    events: ofPeriod,
    failures: loaded[index]?.data?.failures,
    incidents: loaded[index]?.data?.incidents,
  }));
}
