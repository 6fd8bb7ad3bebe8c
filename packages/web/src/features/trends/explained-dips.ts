import { dips } from "@plumb/analysis/trends/dips.ts";
import type { DefectSummary } from "@plumb/contract/failures/failures.ts";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData, TrendPeriod } from "@plumb/contract/trends/trends.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { type TrendPoint, trendPoints } from "./trend-points.ts";
import { dipQuery, trendDataQuery, trendPartsQuery } from "./trends.queries.ts";

/** A period with an unusually low pass rate, and what happened in it. */
export interface ExplainedDip {
  readonly period: Pick<TrendPeriod, "from" | "growth" | "to" | "total_runs">;
  /** Suite with the low rate; `null` if the filters select a single one. */
  readonly suite: string | null;
  /** Whether the rate of the first attempts is low, and not the rate after retries. */
  readonly isFirstAttempt: boolean;
  readonly rate: number;
  /** Median rate of the visible periods. */
  readonly usual: number;
  readonly events: readonly TrendEvent[];
  /** Failures of the period; `undefined` while loading or if they could not be loaded. */
  readonly failures: Pick<DefectSummary, "groups" | "newGroups"> | undefined;
  readonly incidents: readonly Pick<Incident, "id" | "name" | "tests">[] | undefined;
}

const maxDips = 4;
/** In points of the pass rate. */
const minDrop = 2;
/** Suites whose rates are examined, those with the most runs first. */
const maxSuites = 6;

interface DipsInput {
  readonly data: TrendData | undefined;
  readonly events: readonly TrendEvent[];
  readonly search: TrendSearch;
}

/**
 * Returns the deepest dips of the pass rate, and loads what happened in them. Each suite is compared with itself, because the rate of all suites also
 * depends on which of them ran.
 */
export function useExplainedDips(projectId: number, { data, events, search }: DipsInput): readonly ExplainedDip[] {
  const suites = useQuery(trendPartsQuery(projectId, { ...search, parts: undefined })).data ?? [];
  const compared = suites.length < 2 ? [] : suites.slice(0, maxSuites);
  const bySuite = useQueries({
    queries: compared.map(({ name }) => trendDataQuery(projectId, { ...search, suite: [name] })),
  });
  const all =
    compared.length === 0
      ? dipsOf(data, events, null)
      : compared.flatMap(({ name }, index) => dipsOf(bySuite[index]?.data, events, name));
  const found = deepestByPeriod(all)
    .slice(0, maxDips)
    .toSorted((a, b) => (a.point.period.from < b.point.period.from ? -1 : 1));
  const loaded = useQueries({
    queries: found.map(({ suite, point }) =>
      dipQuery(projectId, suite === null ? search : { ...search, suite: [suite] }, point.period),
    ),
  });
  return found.map(({ point, suite, isFirstAttempt, value, usual }, index) => ({
    period: point.period,
    suite,
    isFirstAttempt,
    rate: value,
    usual,
    events: point.events,
    failures: loaded[index]?.data?.failures,
    incidents: loaded[index]?.data?.incidents,
  }));
}

/** Returns one dip per period, the deepest first. */
function deepestByPeriod(all: readonly FoundDip[]): readonly FoundDip[] {
  const deepestFirst = all.toSorted((a, b) => b.usual - b.value - (a.usual - a.value));
  return [...Map.groupBy(deepestFirst, ({ point }) => point.period.from).values()].flatMap((found) =>
    found.slice(0, 1),
  );
}

interface FoundDip extends Pick<ExplainedDip, "isFirstAttempt" | "suite" | "usual"> {
  readonly point: TrendPoint;
  readonly value: number;
}

/** Returns the dips of a suite. A period whose rate is usual after retries may have an unusual rate of first attempts. */
function dipsOf(data: TrendData | undefined, events: readonly TrendEvent[], suite: string | null): FoundDip[] {
  const points = data === undefined ? [] : trendPoints(data, events);
  const of = (isFirstAttempt: boolean) =>
    dips(
      points.map(({ period }) => (isFirstAttempt ? period.first_attempt_pass_rate : period.pass_rate)),
      { max: maxDips, minDrop },
    ).flatMap(({ index, value, usual }) => {
      const point = points[index];
      return point === undefined ? [] : [{ point, suite, isFirstAttempt, value, usual }];
    });
  const final = of(false);
  const periods = new Set(final.map(({ point }) => point.period.from));
  return [...final, ...of(true).filter(({ point }) => !periods.has(point.period.from))];
}
