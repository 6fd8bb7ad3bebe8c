import { latestFirst } from "#read-models/latest-first.ts";
import { ownersLike } from "#store/tests/owners.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";
import { placesByPair } from "./places-by-pair.ts";

/** Values of the filters that failures of the project have. */
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
  const { columns, runs } = failures;
  const all = [...runs.values()].map((run) => ({ ...run, at: run.startedAt.getTime() }));
  const ofRuns = (name: "suite" | "environment" | "branch" | "framework") =>
    all.map((run) => [run[name] ?? "", run.at] as const);
  const lastOfPair = lastFailures(failures);
  const tags: (readonly [string, number | undefined])[] = all.flatMap((run) =>
    run.tags.map((tag) => [tag, run.at] as const),
  );
  const testIds = Float64Array.from(columns.pairList, ({ testId }) => testId);
  await index.texts(projectId, testIds, (pair, test) => {
    for (const tag of test?.tags ?? []) tags.push([tag, lastOfPair[pair]]);
  });
  const browsers = columns.pairList.map(
    ({ browser }, pair) => [columns.browsers[browser] ?? "", lastOfPair[pair]] as const,
  );
  const some = (values: readonly (readonly [string, number | undefined])[]) =>
    latestFirst(values)
      .filter((value) => value.toLowerCase().includes(part))
      .slice(0, limit);
  return {
    suite: some(ofRuns("suite")),
    environment: some(ofRuns("environment")),
    branch: some(ofRuns("branch")),
    framework: some(ofRuns("framework")),
    browser: some(browsers),
    tag: some(tags),
    fact: some(all.flatMap((run) => run.facts.map((fact) => [fact, run.at] as const))),
    owner: await ownersLike(index.db, projectId, part, limit),
  };
}

/** Returns the time of the last failure of each pair in an existing run; undefined if there is none. */
function lastFailures(failures: ProjectFailures): (number | undefined)[] {
  const { columns, runs } = failures;
  const exists = Uint8Array.from(columns.runIds, (id) => (runs.has(id) ? 1 : 0));
  const { starts, places } = placesByPair(failures);
  return columns.pairList.map((_, pair) => {
    let last: number | undefined;
    for (let next = starts[pair] as number; next < (starts[pair + 1] as number); next++) {
      const place = places[next] as number;
      if (columns.left[place] === 0 && exists[columns.runs[place] as number] === 1)
        last = Math.max(last ?? 0, columns.at[place] as number);
    }
    return last;
  });
}
