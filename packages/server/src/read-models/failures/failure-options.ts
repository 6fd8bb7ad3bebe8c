import { valuesContaining } from "#read-models/values-containing.ts";
import { latestFirst } from "#read-models/latest-first.ts";
import { ownersLike } from "#store/tests/owners.ts";
import { tagsOfPairs } from "./failure-filter.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";
import { positionsByPair } from "./positions-by-pair.ts";

/** Filter values that occur in the project's failures. */
export interface Options {
  readonly suite: string[];
  readonly environment: string[];
  readonly branch: string[];
  readonly framework: string[];
  readonly browser: string[];
  readonly tag: string[];
  readonly fact: string[];
  readonly owner: string[];
}

/** The key is an array that is replaced whenever the failures change. */
const known = new WeakMap<Uint8Array, Omit<Options, "owner">>();

/**
 * Returns up to `limit` values of each filter that contain `part` (in lower case), most recently failed first. Owners are sorted by name and include
 * those whose tests have not failed.
 */
export async function failureOptions(
  index: FailureIndex,
  projectId: number,
  part: string,
  limit: number,
): Promise<Options> {
  const failures = await index.of(projectId);
  const all = known.get(failures.pairClasses) ?? (await findOptions(index, failures, projectId));
  known.set(failures.pairClasses, all);
  const some = (values: readonly string[]) => valuesContaining(values, part, limit);
  return {
    suite: some(all.suite),
    environment: some(all.environment),
    branch: some(all.branch),
    framework: some(all.framework),
    browser: some(all.browser),
    tag: some(all.tag),
    fact: some(all.fact),
    owner: await ownersLike(index.db, projectId, part, limit),
  };
}

async function findOptions(
  index: FailureIndex,
  failures: ProjectFailures,
  projectId: number,
): Promise<Omit<Options, "owner">> {
  const { columns } = failures;
  const runs = [...failures.runs.values()].map((run) => ({ ...run, at: run.startedAt.getTime() }));
  const lastOfPair = lastFailures(failures);
  const testTags = await tagsOfPairs(index, failures, projectId);
  const ofRuns = (name: "suite" | "environment" | "branch" | "framework") =>
    latestFirst(runs.map((run) => [run[name] ?? "", run.at] as const));
  return {
    suite: ofRuns("suite"),
    environment: ofRuns("environment"),
    branch: ofRuns("branch"),
    framework: ofRuns("framework"),
    browser: latestFirst(
      columns.pairList.map(({ browser }, pair) => [columns.browsers[browser] ?? "", lastOfPair[pair]] as const),
    ),
    tag: latestFirst([
      ...runs.flatMap((run) => run.tags.map((tag) => [tag, run.at] as const)),
      ...testTags.flatMap((tags, pair) => tags.map((tag) => [tag, lastOfPair[pair]] as const)),
    ]),
    fact: latestFirst(runs.flatMap((run) => run.facts.map((fact) => [fact, run.at] as const))),
  };
}

/** Returns the time of the last failure of each pair in an existing run; undefined if there is none. */
function lastFailures(failures: ProjectFailures): (number | undefined)[] {
  const { columns, runs } = failures;
  const exists = Uint8Array.from(columns.runIds, (id) => (runs.has(id) ? 1 : 0));
  const { starts, places } = positionsByPair(failures);
  return columns.pairList.map((_, pair) => {
    let last: number | undefined;
    for (let next = starts[pair] as number; next < (starts[pair + 1] as number); next++) {
      const index = places[next] as number;
      if (columns.left[index] === 0 && exists[columns.runs[index] as number] === 1)
        last = Math.max(last ?? 0, columns.at[index] as number);
    }
    return last;
  });
}
