import { dayMs } from "@plumb/contract/durations.ts";
import { type Growth, suiteGrowth } from "@plumb/analysis/trends/suite-growth.ts";
import { type RunCounts, type RunParts, type RunSums, sumRuns } from "@plumb/analysis/trends/run-sums.ts";
import { type Span, type Tally, tallyRuns } from "@plumb/analysis/trends/run-tally.ts";
import { latestFirst } from "#read-models/latest-first.ts";
import type { DayRange } from "@plumb/analysis/trends/trend-periods.ts";
import { excludedValues } from "@plumb/contract/query/excluded-values.ts";
import { labelFilter, type RunLabels } from "@plumb/contract/runs/run-labels.ts";
import type { ProjectRuns, RunOptions, RunStats, Series } from "./run-stats.ts";

/** Filter for runs. A run must match one value from each list that is set. */
export interface RunFilter {
  readonly suite?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly branch?: readonly string[] | undefined;
  readonly framework?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
  /** A run must have one of these values for each key. */
  readonly fact?: readonly string[] | undefined;
  /** Does not filter runs, but only counts the tests of these owners. */
  readonly owner?: readonly string[] | undefined;
  /** Excluded values as `filter:value`, of the filters for runs. */
  readonly not?: readonly string[] | undefined;
}

export type SeriesName = "suite" | "environment";

/** Runs of a project that match a filter. Read it before the next `await`, because the cached data may change afterwards. */
export interface SelectedRuns {
  readonly project: ProjectRuns;
  /** Cache key of the filter. */
  readonly key: string;
  /** By index of a series: true if its runs are included. */
  readonly series: readonly boolean[];
  readonly counts: (index: number) => boolean;
  /** Failures in excluded incidents by run index; `undefined` for a selection by owner. */
  readonly leftOut: ReadonlyMap<number, number> | undefined;
  readonly ofOwners: RunCounts | undefined;
  readonly owners: ReadonlySet<string> | undefined;
  /** True if runs are selected by tags or facts. */
  readonly isLabelled: boolean;
}

export async function selectRuns(facts: RunStats, projectId: number, filter: RunFilter): Promise<SelectedRuns> {
  const owners = chosen(filter.owner);
  const {
    project,
    leftOut,
    counts: ofOwners,
  } = await (owners === undefined ? withLeftOut(facts, projectId) : withOwners(facts, projectId, owners));
  const { runs, labelSets } = project;
  const not = excludedValues(filter.not);
  const series = project.series.map((each) => isChosen(each, filter) && !isExcluded(each, not));
  const matches = labelsFilter(filter, not);
  const labelled = labelSets.map((labels) => matches === null || matches(labels));
  const counts = (index: number) =>
    series[runs.series[index] as number] === true &&
    labelled[runs.labels[index] as number] === true &&
    (ofOwners === undefined || (ofOwners.total[index] as number) > 0);
  const { suite, environment, branch, framework } = filter;
  const key = JSON.stringify(
    [suite, environment, branch, framework, filter.tag, filter.fact, filter.owner, filter.not].map(inOrder),
  );
  return { project, key, series, counts, leftOut, ofOwners, owners, isLabelled: matches !== null };
}

async function withLeftOut(facts: RunStats, projectId: number) {
  const project = await facts.of(projectId);
  const { places } = project.runs;
  const leftOut = [...project.leftOut].flatMap(([runId, failures]) => {
    const index = places.get(runId);
    return index === undefined ? [] : [[index, failures] as const];
  });
  return { project, leftOut: new Map(leftOut), counts: undefined };
}

async function withOwners(facts: RunStats, projectId: number, owners: ReadonlySet<string>) {
  return { ...(await facts.ofOwners(projectId, [...owners])), leftOut: undefined };
}

/** Lists with equal content. */
function inOrder(values: readonly string[] | undefined): readonly string[] {
  return [...new Set(values)].toSorted();
}

function chosen(values: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return values === undefined || values.length === 0 ? undefined : new Set(values);
}

type Excluded = ReturnType<typeof excludedValues>;
const seriesFilters = ["suite", "environment", "branch", "framework"] as const;

function isExcluded(series: Series, not: Excluded): boolean {
  return seriesFilters.some((name) => not[name]?.includes(series[name]) === true);
}

/** Returns a function that checks the tags and facts of a run; `null` if the filter has none. */
function labelsFilter(filter: RunFilter, not: Excluded): ((labels: RunLabels) => boolean) | null {
  const matches = labelFilter(filter);
  const excluded = [
    labelFilter({ tag: not["tag"] }),
    ...(not["fact"] ?? []).map((value) => labelFilter({ fact: [value] })),
  ];
  const misses = excluded.filter((each) => each !== null);
  if (matches === null && misses.length === 0) return null;
  return (labels) => (matches === null || matches(labels)) && !misses.some((isMissed) => isMissed(labels));
}

function isChosen(series: Series, filter: RunFilter): boolean {
  return seriesFilters.every(
    (name) => filter[name] === undefined || filter[name].length === 0 || filter[name].includes(series[name]),
  );
}

/** Totals of the selected runs per period. */
export function talliesOf(selected: SelectedRuns, spans: readonly Span[]): Tally[] {
  const { counts } = selected;
  const [all = []] = tallied(selected, "", spans, { parts: 1, partOf: (index) => (counts(index) ? 0 : -1) });
  return all;
}

/** Returns the totals for each suite or environment that has runs in one of the periods. */
export function talliesByName(selected: SelectedRuns, name: SeriesName, spans: readonly Span[]): Map<string, Tally[]> {
  const { project, series, counts } = selected;
  const names = [...new Set(project.series.filter((_, index) => series[index] === true).map((each) => each[name]))];
  const indices = new Map(names.map((each, index) => [each, index]));
  const ofSeries = project.series.map((each) => indices.get(each[name]) ?? -1);
  const partOf = (index: number) => (counts(index) ? (ofSeries[project.runs.series[index] as number] ?? -1) : -1);
  const found = tallied(selected, name, spans, { parts: names.length, partOf });
  const byName = names.map((each, index) => [each, found[index] ?? []] as const);
  return new Map(byName.filter(([, tallies]) => tallies.some(({ runs }) => runs > 0)));
}

/** @param by Property by which the runs are split, as part of the cache key. */
function tallied(
  { project, key, leftOut, ofOwners }: SelectedRuns,
  by: string,
  spans: readonly Span[],
  { parts, partOf }: Omit<RunParts, "ofOwners">,
): Tally[][] {
  const requested = `${by} ${key}`;
  const sums = project.sums.get(requested) ?? sumRuns(project.runs, { parts, partOf, ofOwners });
  project.sums.delete(requested);
  project.sums.set(requested, sums);
  forgetOldest(project);
  return tallyRuns(sums, spans, leftOut === undefined ? undefined : { failures: leftOut, partOf });
}

/** Limit for all cached sums of a project, as a multiple of its runs. A run takes about 20 bytes in each sum. */
const maxSummed = 4;

function forgetOldest({ sums, runs }: ProjectRuns): void {
  let summed = 0;
  for (const each of sums.values()) summed += weightOf(each);
  for (const [oldest, each] of sums) {
    if (summed <= maxSummed * runs.length || sums.size === 1) return;
    sums.delete(oldest);
    summed -= weightOf(each);
  }
}

/** Sums of owners also count the runs for which they keep counts in memory. */
function weightOf({ places, ofOwners }: RunSums): number {
  return places.length + (ofOwners === undefined ? 0 : ofOwners.total.length);
}

/** Returns how many tests existed, were added and were removed; `null` if tags or facts are selected, because tests do not have those of their runs. */
export function growthOf(selected: SelectedRuns, periods: readonly DayRange[]): Growth[] | null {
  const { project, series, owners, isLabelled } = selected;
  if (isLabelled) return null;
  const spans = project.testSpans.filter(
    ({ series: of, owner }) => series[of] === true && (owners === undefined || (owner !== null && owners.has(owner))),
  );
  return suiteGrowth(spans, periods, (of) => {
    const last = project.lastRuns[of];
    return last === undefined ? undefined : Math.floor(last / dayMs);
  });
}

/** Returns the values for filters of the counted runs, most recently used first. */
export function runOptions(project: ProjectRuns): RunOptions {
  project.memo.options ??= findOptions(project);
  return project.memo.options;
}

function findOptions({ series, lastRuns, labelSets, lastLabelled }: ProjectRuns): RunOptions {
  const ofSeries = (name: "suite" | "environment" | "branch" | "framework") =>
    latestFirst(series.map((each, index) => [each[name], lastRuns[index]]));
  const ofLabels = (name: "tags" | "facts") =>
    latestFirst(
      labelSets.flatMap((labels, index) => labels[name].map((label) => [label, lastLabelled[index]] as const)),
    );
  return {
    suite: ofSeries("suite"),
    environment: ofSeries("environment"),
    branch: ofSeries("branch"),
    framework: ofSeries("framework"),
    tag: ofLabels("tags"),
    fact: ofLabels("facts"),
  };
}
