import { dayMs } from "@plumb/contract/durations.ts";
import type { TestSpan } from "@plumb/analysis/trends/suite-growth.ts";
import { indicesBy, runFlags, type RunSums } from "@plumb/analysis/trends/run-sums.ts";
import { noLabels, type RunLabels } from "@plumb/contract/runs/run-labels.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { labelSets } from "#store/sql/label-sets.ts";
import { isListed } from "#store/tests/test-states.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { type CountColumns, type CountedRuns, loadOwnerCounts, loadRuns, noRuns } from "./run-columns.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Maximum number of runs in memory, over all projects. */
const maxRuns = 2_000_000;
/** Maximum number of owner selections to cache per project, because users request the same one several times. */
const maxOwnerChoices = 2;

/** Runs of one suite, environment, branch ('' for none) and framework. */
export interface Series {
  readonly id: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string;
  readonly framework: string;
}

/** Tests with the same first day, last day, last series and owner. */
interface OwnedSpan extends TestSpan {
  readonly owner: string | null;
}

/** The current counted runs of a project. */
export interface ProjectRuns {
  readonly runs: CountedRuns;
  /** Indexed by `runs.series`. */
  readonly series: readonly Series[];
  /**
   * Start of the latest run of each series in Unix milliseconds; undefined while all its runs are running. A run more than a day in the future (wrong
   * clock) only counts if there is no other.
   */
  readonly lastRuns: readonly (number | undefined)[];
  /** Combinations of tags and facts, indexed by `runs.labels`; the first entry is empty. */
  readonly labelSets: readonly RunLabels[];
  /** Start of the latest run of each combination; see `lastRuns`. */
  readonly lastLabelled: readonly (number | undefined)[];
  /** Number of counted runs, and start of the first and the last one; infinite if there are none. */
  readonly ever: { readonly runs: number; readonly first: number; readonly last: number };
  /** `series` is an index as in `runs.series`. */
  readonly testSpans: readonly OwnedSpan[];
  /** Cached sums since the last change, by selection, least recently used first. */
  readonly sums: Map<string, RunSums>;
  /** Cached values for filters since the last change. */
  readonly memo: { options: RunOptions | null };
}

/** Values for filters, most recently used first. */
export type RunOptions = Readonly<
  Record<"suite" | "environment" | "branch" | "framework" | "tag" | "fact", readonly string[]>
>;

interface Loaded extends ProjectRuns {
  readonly series: Series[];
  readonly seriesPositions: Map<number, number>;
  lastRuns: (number | undefined)[];
  lastLabelled: (number | undefined)[];
  ever: ProjectRuns["ever"];
  readonly labelSets: RunLabels[];
  /** Index in `labelSets` by id. */
  readonly labelPositions: Map<number, number>;
  testSpans: OwnedSpan[];
  /** Cleared after each change. */
  readonly ofOwners: Map<string, CountColumns>;
}

interface LeftOut {
  /** Failures in excluded incidents by run id. */
  readonly leftOut: ReadonlyMap<number, number>;
}

/** Queries over all counted runs of a project that do not read them from the database. */
export interface RunStats {
  readonly db: Db;
  of(projectId: number): Promise<ProjectRuns & LeftOut>;
  /** Returns the runs with the test counts of some owners. */
  ofOwners(
    projectId: number,
    owners: readonly string[],
  ): Promise<{ readonly project: ProjectRuns; readonly counts: CountColumns }>;
}

export function createRunStats(clock: () => Date): (db: Db) => RunStats {
  const projects = new ReadModel<[projectId: number], Loaded>({
    maxWeight: maxRuns,
    weigh: ({ runs }) => runs.length,
    revision: trendRevision,
    async load(db, [projectId], before, revision) {
      const value = before?.value ?? noRunsLoaded();
      await loadChanges(db, projectId, value, before?.revision ?? 0);
      digest(value, clock().getTime() + dayMs);
      return { revision, value };
    },
  });
  return (db) => ({
    db,
    async of(projectId) {
      const leftOut = await leftOutOf(db, projectId);
      const project = await projects.read(db, projectId);
      return { ...project, leftOut };
    },
    async ofOwners(projectId, owners) {
      await projects.read(db, projectId);
      return projects.exclusively(db, [projectId], async (project) => {
        const { ofOwners, runs } = project;
        const key = JSON.stringify(owners.toSorted());
        const counts = ofOwners.get(key) ?? (await loadOwnerCounts(db, { projectId, owners }, runs));
        keepLatest(ofOwners, key, counts, maxOwnerChoices);
        return { project, counts };
      });
    },
  });
}

async function trendRevision(db: Db, projectId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select revision from trend_state where project_id = ${projectId}
  `.execute(db);
  return rows[0]?.revision ?? 0;
}

const noneEver: ProjectRuns["ever"] = {
  runs: 0,
  first: Number.POSITIVE_INFINITY,
  last: Number.NEGATIVE_INFINITY,
};

function noRunsLoaded(): Loaded {
  return {
    runs: noRuns(),
    series: [],
    seriesPositions: new Map(),
    lastRuns: [],
    lastLabelled: [],
    ever: noneEver,
    labelSets: [noLabels],
    labelPositions: new Map(),
    testSpans: [],
    ofOwners: new Map(),
    sums: new Map(),
    memo: { options: null },
  };
}

/** Runs that are counted during the read have a higher revision, so the next refresh reads them again. */
async function loadChanges(db: Db, projectId: number, retained: Loaded, after: number): Promise<void> {
  retained.ofOwners.clear();
  retained.sums.clear();
  retained.memo.options = null;
  const unnamed: number[] = [];
  const seriesIndex = (id: number) => {
    const known = retained.seriesPositions.get(id);
    if (known !== undefined) return known;
    retained.seriesPositions.set(id, retained.series.length);
    unnamed.push(id);
    return retained.series.push({ id, suite: "", environment: "", branch: "", framework: "" }) - 1;
  };
  await loadRuns(db, { projectId, after }, retained.runs, seriesIndex);
  await loadLabels(db, { projectId, after }, retained);
  retained.testSpans = await loadTestSpans(db, projectId, seriesIndex);
  await nameSeries(db, projectId, retained, unnamed);
}

async function nameSeries(db: Db, projectId: number, retained: Loaded, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Series>`
    select id, suite, environment, branch, framework from series
     where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  for (const named of rows) retained.series[retained.seriesPositions.get(named.id) ?? 0] = named;
}

async function loadLabels(
  db: Db,
  { projectId, after }: { projectId: number; after: number },
  retained: Loaded,
): Promise<void> {
  const { rows } = await sql<{ id: number; runIds: number[] }>`
    select label_set_id as id, json_agg(run_id) as "runIds" from counted_run
     where project_id = ${projectId} and revision > ${after} and label_set_id is not null
     group by label_set_id
  `.execute(db);
  const unknown = rows.map(({ id }) => id).filter((id) => !retained.labelPositions.has(id));
  for (const [id, labels] of await labelSets(db, projectId, unknown))
    retained.labelPositions.set(id, retained.labelSets.push(labels) - 1);
  for (const { id, runIds } of rows)
    for (const runId of runIds) {
      const run = retained.runs.places.get(runId);
      if (run !== undefined) retained.runs.labels[run] = retained.labelPositions.get(id) ?? 0;
    }
}

/** The result has few rows for any number of tests, because tests with the same first day, last day, series and owner form one. */
async function loadTestSpans(db: Db, projectId: number, seriesIndex: (id: number) => number): Promise<OwnedSpan[]> {
  const { rows } = await sql<{ first: number; last: number; seriesId: number; owner: string | null; tests: number }>`
    select a.first_day - date '1970-01-01' as first, a.last_day - date '1970-01-01' as last, a.series_id as "seriesId",
           t.owner, count(*)::integer as tests
      from test_state s join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id
      left join test t on t.project_id = s.project_id and t.id = s.test_id and t.owner is not null
     where s.project_id = ${projectId} and ${isListed(projectId)}
     group by 1, 2, 3, 4
  `.execute(db);
  return rows.map(({ seriesId, ...span }) => ({ ...span, series: seriesIndex(seriesId) }));
}

/**
 * Computes values that all queries need once per change.
 *
 * @param until Later starts are due to a wrong clock.
 */
function digest(retained: Loaded, until: number): void {
  const { runs } = retained;
  runs.byTime = indicesBy(runs.at, runs.length, runs.byTime);
  runs.byDuration = indicesBy(runs.duration, runs.length, runs.byDuration);
  retained.lastRuns = [];
  retained.lastLabelled = [];
  let { runs: count, first, last } = noneEver;
  for (let index = 0; index < runs.length; index++) {
    if (((runs.flags[index] as number) & runFlags.gone) !== 0) continue;
    const at = runs.at[index] as number;
    const [series, labels] = [runs.series[index] as number, runs.labels[index] as number];
    retained.lastRuns[series] = laterOf(retained.lastRuns[series] ?? at, at, until);
    retained.lastLabelled[labels] = laterOf(retained.lastLabelled[labels] ?? at, at, until);
    count += 1;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  retained.ever = { runs: count, first, last };
}

/** Returns the later time. A time that is not in the future takes precedence over one that is. */
function laterOf(one: number, other: number, until: number): number {
  return one > until === other > until ? Math.max(one, other) : Math.min(one, other);
}

/** Returns the failures in excluded incidents by run id. Incidents change without a revision, and few of them are excluded. */
async function leftOutOf(db: Db, projectId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ runId: number; failures: number }>`
    select c.run_id as "runId", sum(c.failures)::integer as failures
      from incident i join incident_run c on c.project_id = i.project_id and c.incident_id = i.id
     where i.project_id = ${projectId} and i.left_out
     group by c.run_id
  `.execute(db);
  return new Map(rows.map(({ runId, failures }) => [runId, failures]));
}

/** Returns up to `limit` distinct owners of counted tests whose names contain `part` (in lower case), sorted by name. */
export async function countedOwners(db: Db, projectId: number, part: string, limit: number): Promise<string[]> {
  // Skips from one owner to the next in the index, because an owner may have a row in every run.
  const { rows } = await sql<{ owner: string }>`
    with recursive owners (owner) as (
      (select owner from run_owner where project_id = ${projectId} order by owner limit 1)
      union all
      select (select r.owner from run_owner r where r.project_id = ${projectId} and r.owner > o.owner order by r.owner limit 1)
        from owners o where o.owner is not null
    ) select owner from owners where owner is not null and strpos(lower(owner), ${part}) > 0 limit ${limit}
  `.execute(db);
  return rows.map(({ owner }) => owner);
}
