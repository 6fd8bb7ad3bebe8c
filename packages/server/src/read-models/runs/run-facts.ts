import type { TestSpan } from "@plumb/analysis/trends/suite-growth.ts";
import { placesBy, runFlags, type RunSums } from "@plumb/analysis/trends/run-sums.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { isListed } from "#store/tests/test-states.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { type CountColumns, type CountedRuns, loadOwnerCounts, loadRuns, noRuns } from "./run-columns.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Runs whose columns stay in memory, over all projects. */
const mostRuns = 2_000_000;
/** Maximum number of owner selections whose counts a project caches: users request the same one several times. */
const mostOwnerChoices = 2;
const dayMs = 86_400_000;

/** Runs of one suite, environment, branch ('' for none) and framework. */
export interface Series {
  readonly id: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string;
  readonly framework: string;
}

/** Tests by when they ran first and last, the series that they ran in last, and their owner. */
interface OwnedSpan extends TestSpan {
  readonly owner: string | null;
}

/** The current counted runs of a project. */
export interface ProjectRuns {
  readonly runs: CountedRuns;
  /** By the number in `runs.series`. */
  readonly series: readonly Series[];
  /**
   * Last run of each, by the same index, in Unix milliseconds; undefined while all of its runs are running. A run
   * more than a day in the future (wrong clock) only counts if there is no other.
   */
  readonly lastRuns: readonly (number | undefined)[];
  /** By the number in `runs.tags`; the first one is empty. */
  readonly tagSets: readonly (readonly string[])[];
  /** When a run had them last, as `lastRuns`. */
  readonly lastTagged: readonly (number | undefined)[];
  /** Runs that count, and when the first and the last of them started; infinite without any. */
  readonly ever: { readonly runs: number; readonly first: number; readonly last: number };
  /** `series` of a span is the number in `runs.series`. */
  readonly testSpans: readonly OwnedSpan[];
  /** What runs were added up to since the last change, by what was asked for; the longest ago comes first. */
  readonly sums: Map<string, RunSums>;
}

interface Loaded extends ProjectRuns {
  readonly series: Series[];
  readonly seriesPlaces: Map<number, number>;
  lastRuns: (number | undefined)[];
  lastTagged: (number | undefined)[];
  ever: ProjectRuns["ever"];
  readonly tagSets: string[][];
  readonly tagPlaces: Map<string, number>;
  testSpans: OwnedSpan[];
  /** Forgotten with each change. */
  readonly ofOwners: Map<string, CountColumns>;
}

interface LeftOut {
  /** Failures in excluded incidents by run id. */
  readonly leftOut: ReadonlyMap<number, number>;
}

/** Answers queries over all counted runs of a project without reading them from the database. */
export interface RunFacts {
  readonly db: Db;
  of(projectId: number): Promise<ProjectRuns & LeftOut>;
  /** The same, with what these runs had of the tests of some owners. */
  ofOwners(
    projectId: number,
    owners: readonly string[],
  ): Promise<{ readonly project: ProjectRuns; readonly counts: CountColumns }>;
}

export function createRunFacts(db: Db, clock: () => Date): RunFacts {
  const projects = new ReadModel<[projectId: number], Loaded>({
    maxWeight: mostRuns,
    weigh: ({ runs }) => runs.length,
    revision: (projectId) => trendRevision(db, projectId),
    async load([projectId], before, revision) {
      const value = before?.value ?? noRunsLoaded();
      await loadChanges(db, projectId, value, before?.revision ?? 0);
      digest(value, clock().getTime() + dayMs);
      return { revision, value };
    },
  });
  return {
    db,
    async of(projectId) {
      const leftOut = await leftOutOf(db, projectId);
      const project = await projects.read(projectId);
      return { ...project, leftOut };
    },
    async ofOwners(projectId, owners) {
      await projects.read(projectId);
      return projects.exclusively([projectId], async (project) => {
        const { ofOwners, runs } = project;
        const key = JSON.stringify(owners.toSorted());
        const counts = ofOwners.get(key) ?? (await loadOwnerCounts(db, { projectId, owners }, runs));
        keepLatest(ofOwners, key, counts, mostOwnerChoices);
        return { project, counts };
      });
    },
  };
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
    seriesPlaces: new Map(),
    lastRuns: [],
    lastTagged: [],
    ever: noneEver,
    tagSets: [[]],
    tagPlaces: new Map(),
    testSpans: [],
    ofOwners: new Map(),
    sums: new Map(),
  };
}

/** What is counted while this reads is read again with the next look: its revision is a higher one. */
async function loadChanges(db: Db, projectId: number, kept: Loaded, after: number): Promise<void> {
  kept.ofOwners.clear();
  kept.sums.clear();
  const unnamed: number[] = [];
  const seriesPlace = (id: number) => {
    const known = kept.seriesPlaces.get(id);
    if (known !== undefined) return known;
    kept.seriesPlaces.set(id, kept.series.length);
    unnamed.push(id);
    return kept.series.push({ id, suite: "", environment: "", branch: "", framework: "" }) - 1;
  };
  await loadRuns(db, { projectId, after }, kept.runs, seriesPlace);
  await loadTags(db, { projectId, after }, kept);
  kept.testSpans = await loadTestSpans(db, projectId, seriesPlace);
  await nameSeries(db, projectId, kept, unnamed);
}

async function nameSeries(db: Db, projectId: number, kept: Loaded, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<Series>`
    select id, suite, environment, branch, framework from series
     where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  for (const named of rows) kept.series[kept.seriesPlaces.get(named.id) ?? 0] = named;
}

async function loadTags(
  db: Db,
  { projectId, after }: { projectId: number; after: number },
  kept: Loaded,
): Promise<void> {
  const { rows } = await sql<{ tags: string[]; runIds: number[] }>`
    select tags, json_agg(run_id) as "runIds" from counted_run
     where project_id = ${projectId} and revision > ${after} and tags <> '{}'
     group by tags
  `.execute(db);
  for (const { tags, runIds } of rows) {
    const key = JSON.stringify(tags);
    const place = kept.tagPlaces.get(key) ?? kept.tagSets.push(tags) - 1;
    kept.tagPlaces.set(key, place);
    for (const id of runIds) {
      const run = kept.runs.places.get(id);
      if (run !== undefined) kept.runs.tags[run] = place;
    }
  }
}

/** Few rows, however many tests: what began and ended together in one series is one of them. */
async function loadTestSpans(db: Db, projectId: number, seriesPlace: (id: number) => number): Promise<OwnedSpan[]> {
  const { rows } = await sql<{ first: number; last: number; seriesId: number; owner: string | null; tests: number }>`
    select a.first_day - date '1970-01-01' as first, a.last_day - date '1970-01-01' as last, a.series_id as "seriesId",
           t.owner, count(*)::integer as tests
      from test_state s join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id
      left join test t on t.project_id = s.project_id and t.id = s.test_id and t.owner is not null
     where s.project_id = ${projectId} and ${isListed(projectId)}
     group by 1, 2, 3, 4
  `.execute(db);
  return rows.map(({ seriesId, ...span }) => ({ ...span, series: seriesPlace(seriesId) }));
}

/**
 * What all questions need: with the change, and not with each of them.
 *
 * @param until What starts later does so by a wrong clock.
 */
function digest(kept: Loaded, until: number): void {
  const { runs } = kept;
  runs.byTime = placesBy(runs.at, runs.length, runs.byTime);
  runs.byDuration = placesBy(runs.duration, runs.length, runs.byDuration);
  kept.lastRuns = [];
  kept.lastTagged = [];
  let { runs: count, first, last } = noneEver;
  for (let place = 0; place < runs.length; place++) {
    if (((runs.flags[place] as number) & runFlags.gone) !== 0) continue;
    const at = runs.at[place] as number;
    const [series, tags] = [runs.series[place] as number, runs.tags[place] as number];
    kept.lastRuns[series] = laterOf(kept.lastRuns[series] ?? at, at, until);
    kept.lastTagged[tags] = laterOf(kept.lastTagged[tags] ?? at, at, until);
    count += 1;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  kept.ever = { runs: count, first, last };
}

/** A moment that a clock may be right about goes before one that it is not. */
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

/** The distinct owners of tests that were counted and whose names contain `part` (in lower case), by name; `limit` of them at most. */
export async function countedOwners(db: Db, projectId: number, part: string, limit: number): Promise<string[]> {
  // From one owner to the next: there may be a row of each in every run.
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
