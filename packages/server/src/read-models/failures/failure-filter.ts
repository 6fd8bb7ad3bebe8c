import { factGroups } from "@plumb/contract/runs/run-labels.ts";
import { keepLatest } from "#store/keep-latest.ts";
import { ownersRevision, testsOfOwners } from "#store/tests/owners.ts";
import type { FailureIndex, IndexedRun, ProjectFailures } from "./failure-index.ts";

type Values = readonly string[] | undefined;

/** Filters with several values. A failure must match one value from each list. Empty lists do not filter. */
export interface FailureFilter {
  readonly suite?: Values;
  readonly environment?: Values;
  readonly branch?: Values;
  readonly framework?: Values;
  /** A run must have one of the given values of each key. */
  readonly fact?: Values;
  /** Tags of the run or of the test. */
  readonly tag?: Values;
  readonly browser?: Values;
  /** Current owners of the test. */
  readonly owner?: Values;
  /** Only tests that this account owns. */
  readonly mine?: number | undefined;
  /** Excluded values by filter. */
  readonly not?: Readonly<Record<string, Values>> | undefined;
}

/** Runs and pairs with one of some tags: 1 if they have it. A failure has the tag of either. */
export interface Tagged {
  readonly runs: Uint8Array;
  readonly pairs: Uint8Array;
}

/** Fields of a run that are compared with the filter of the same name. */
const ofRuns = ["suite", "environment", "branch", "framework"] as const;

/** Returns a function that is true for runs that match the filter, apart from tags. */
export function matchesRun(filter: FailureFilter): (run: IndexedRun) => boolean {
  const excluded = ofRuns.flatMap((name) => {
    const values = input(filter.not?.[name]);
    return values === undefined ? [] : [[name, values] as const];
  });
  const excludedFacts = new Set(factGroups(filter.not?.["fact"] ?? []).flat());
  const chosen = ofRuns.flatMap((name) => {
    const values = input(filter[name]);
    return values === undefined ? [] : [[name, values] as const];
  });
  const facts = factGroups(filter.fact ?? []).map((values) => new Set(values));
  return (run) =>
    chosen.every(([name, values]) => {
      const value = run[name];
      return value !== null && values.has(value);
    }) &&
    facts.every((values) => run.facts.some((fact) => values.has(fact))) &&
    !excluded.some(([name, values]) => run[name] !== null && values.has(run[name])) &&
    !run.facts.some((fact) => excludedFacts.has(fact));
}

/** Returns the indices of these browsers; undefined if none is given. */
export function browserIndices({ columns }: ProjectFailures, browsers: Values): ReadonlySet<number> | undefined {
  const values = input(browsers);
  return values && new Set([...values].flatMap((name) => columns.browserLocations.get(name) ?? []));
}

export async function taggedWith(
  index: FailureIndex,
  failures: ProjectFailures,
  projectId: number,
  values: Values,
): Promise<Tagged | null> {
  const tags = input(values);
  if (tags === undefined) return null;
  const has = (all: readonly string[] | undefined) => (all?.some((tag) => tags.has(tag)) === true ? 1 : 0);
  const { columns, runs } = failures;
  return {
    runs: Uint8Array.from(columns.runIds, (id) => has(runs.get(id)?.tags)),
    pairs: Uint8Array.from(await tagsOfPairs(index, failures, projectId), has),
  };
}

/** The key is an array that is replaced whenever the failures change. */
const knownTags = new WeakMap<Uint8Array, readonly (readonly string[])[]>();

/** Returns the tags of each pair's test. */
export async function tagsOfPairs(
  index: FailureIndex,
  { columns: { pairList }, pairClasses }: ProjectFailures,
  projectId: number,
): Promise<readonly (readonly string[])[]> {
  const before = knownTags.get(pairClasses);
  if (before !== undefined) return before;
  const tags: (readonly string[])[] = [];
  const testIds = Float64Array.from(pairList, ({ testId }) => testId);
  await index.texts(projectId, testIds, (pair, test) => {
    tags[pair] = test?.tags ?? [];
  });
  knownTags.set(pairClasses, tags);
  return tags;
}

/** Tests of the selected and of the excluded owners; `tests` is undefined for all tests. `key` changes when they may have changed. */
export interface Owned {
  readonly key: string;
  readonly tests: ReadonlySet<number> | undefined;
  readonly excluded: ReadonlySet<number> | undefined;
}

/** Number of owner selections to cache per index. */
const maxRetained = 16;

/** Cached tests of owners, because several requests of a screen read the same selection. */
const known = new WeakMap<FailureIndex, Map<string, Owned>>();

/** Returns the tests that a filter by owner selects; undefined without such a filter. Owners can change while the failures do not. */
export async function ownedTests(
  index: FailureIndex,
  projectId: number,
  { owner, mine, not }: FailureFilter,
): Promise<Owned | undefined> {
  const [owners, excluded] = [sorted(owner), sorted(not?.["owner"])];
  if (owners === undefined && excluded === undefined && mine === undefined) return undefined;
  const { revision, keys } = await ownersRevision(index.db, projectId, mine);
  const own = mine === undefined ? undefined : (keys ?? []);
  const key = JSON.stringify([projectId, revision, owners, own, excluded]);
  const retained = known.get(index) ?? new Map<string, Owned>();
  known.set(index, retained);
  const testsOf = (names: readonly string[] | undefined, keys: readonly string[] | undefined) =>
    names === undefined && keys === undefined ? undefined : testsOfOwners(index.db, projectId, { owners: names, keys });
  const found = retained.get(key) ?? {
    key,
    tests: await testsOf(owners, own),
    excluded: await testsOf(excluded, undefined),
  };
  keepLatest(retained, key, found, maxRetained);
  return found;
}

/** Returns whether any filter is set. */
export function isFiltered({ mine, not, ...filters }: FailureFilter): boolean {
  return (
    mine !== undefined ||
    not !== undefined ||
    Object.values(filters).some((values: Values) => input(values) !== undefined)
  );
}

function sorted(values: Values): string[] | undefined {
  const distinct = input(values);
  return distinct && [...distinct].toSorted();
}

function input(values: Values): ReadonlySet<string> | undefined {
  return values === undefined || values.length === 0 ? undefined : new Set(values);
}
