import { type EnvironmentFailure, burstsOf, incidentTests, incidentWithinMs } from "./find-incidents.ts";

/** Part of a run: the results of one upload, which have the same facts. */
export interface RunPart {
  readonly id: number;
  readonly runId: number;
  readonly suite: string;
  readonly environment: string;
  /** `key=value`. */
  readonly facts: readonly string[];
}

/** A part with the number of tests that it ran in a period. */
export interface ExecutedPart extends RunPart {
  readonly tests: number;
}

/** A failure with the part of the run that it belongs to; `null` if the report was deleted. */
export interface PartFailure extends EnvironmentFailure {
  readonly partId: number | null;
}

/** Failures whose parts have facts in common. Whether the facts explain them depends on what passed at the same time. */
export interface FactCandidate<Failure> {
  readonly facts: readonly string[];
  readonly failures: readonly Failure[];
  /** Period in which other parts are compared. */
  readonly from: number;
  readonly until: number;
}

/** Minimum number of failing parts with a value, and of parts with another value. */
const minParts = 2;
/** Minimum share of the parts with the value that must fail. */
const failingShare = 0.8;
/** Maximum failures of other parts, relative to the number expected if the value made no difference. */
const expectedShare = 0.2;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const scopeOf = ({ suite, environment }: RunPart) => JSON.stringify([suite, environment]);
const keyOf = (fact: string) => fact.slice(0, fact.indexOf("="));

/** Returns bursts of failures on several parts with the same facts, largest first. */
export function factCandidates<Failure extends PartFailure>(
  failures: readonly Failure[],
  parts: ReadonlyMap<number, RunPart>,
): FactCandidate<Failure>[] {
  const byPart = Map.groupBy(failures, ({ partId }) => partId ?? 0);
  const partsOf = new Map<string, number[]>();
  for (const id of byPart.keys())
    for (const fact of singleFacts(parts.get(id)?.facts ?? [])) {
      const ids = partsOf.get(fact);
      if (ids === undefined) partsOf.set(fact, [id]);
      else ids.push(id);
    }
  // Facts of the same parts are examined together, because most runs have several.
  const similar = Map.groupBy(
    [...partsOf].filter(([, ids]) => ids.length >= minParts),
    ([, ids]) => ids.join(),
  );
  return [...similar.values()]
    .flatMap((group) => {
      const facts = group.map(([fact]) => fact);
      const members = (group[0]?.[1] ?? []).flatMap((id) => byPart.get(id) ?? []);
      return burstsOf(members.toSorted((a, b) => a.at - b.at || a.id - b.id)).map((burst) => ({
        facts,
        failures: burst,
        from: (burst[0]?.at ?? 0) - incidentWithinMs,
        until: (burst.at(-1)?.at ?? 0) + incidentWithinMs,
      }));
    })
    .toSorted((a, b) => b.failures.length - a.failures.length);
}

/** Returns facts whose key has one value. A part with several values does not show which one a test ran with. */
function singleFacts(facts: readonly string[]): string[] {
  return [...Map.groupBy(facts, keyOf).values()].flatMap((values) => (values.length === 1 ? values : []));
}

/**
 * Returns the facts that separate failing parts from those that passed at the same time; `null` if there are none. Several facts if they always
 * coincide.
 *
 * A value is only compared with other values of its key in the same suites and environments: a part without the key may have had the same value.
 *
 * @param parts All parts that ran tests in the period of the candidate, with the number of their tests.
 * @param failures All environment failures in that period.
 */
export function separatingFacts<Failure extends PartFailure>(
  candidate: FactCandidate<Failure>,
  parts: readonly ExecutedPart[],
  failures: readonly PartFailure[],
): readonly string[] | null {
  const failed = new Map(
    [...Map.groupBy(failures, ({ partId }) => partId ?? 0)].map(([id, all]) => [id, testsOf(all)]),
  );
  const failing = new Set(candidate.failures.map(({ partId }) => partId));
  const scopes = new Set(parts.filter(({ id }) => failing.has(id)).map(scopeOf));
  const compared = parts.filter((part) => part.tests > 0 && scopes.has(scopeOf(part)));
  const grounds = candidate.facts.flatMap((fact) => {
    const rate = failureRate(fact, compared, failed);
    return rate === null ? [] : [{ fact, ...rate }];
  });
  const best = grounds.toSorted((a, b) => b.rate - a.rate || (a.fact < b.fact ? -1 : 1))[0];
  if (best === undefined) return null;
  return grounds
    .filter(({ parts: of }) => of === best.parts)
    .map(({ fact }) => fact)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Returns how often tests fail with a fact, and the parts that have it; `null` if the fact does not separate. */
function failureRate(
  fact: string,
  compared: readonly ExecutedPart[],
  failed: ReadonlyMap<number, number>,
): { readonly rate: number; readonly parts: string } | null {
  const key = keyOf(fact);
  const known = compared.filter(({ facts }) => singleFacts(facts).some((each) => keyOf(each) === key));
  const having = known.filter(({ facts }) => facts.includes(fact));
  const others = known.filter(({ facts }) => !facts.includes(fact));
  const bad = having.filter(({ id }) => failed.has(id));
  if (bad.length < minParts || others.length < minParts || bad.length < failingShare * having.length) return null;
  // A value of a single run, such as the number of its build, stands for everything about this run.
  const runs = new Set(bad.map(({ runId }) => runId));
  if (runs.size < 2 && !others.some(({ runId }) => runs.has(runId))) return null;
  const rate = sum(having.map(({ id }) => failed.get(id) ?? 0)) / sum(having.map(({ tests }) => tests));
  const expected = rate * sum(others.map(({ tests }) => tests));
  const found = sum(others.map(({ id }) => failed.get(id) ?? 0));
  if (expected < incidentTests || found > expectedShare * expected) return null;
  return { rate, parts: having.map(({ id }) => id).join() };
}

function testsOf(failures: readonly PartFailure[]): number {
  return new Set(failures.map(({ testId }) => testId)).size;
}
