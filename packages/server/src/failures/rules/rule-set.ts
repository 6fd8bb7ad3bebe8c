import type { WorkerPool } from "#threads/worker-pool.ts";
import type { Db } from "#store/db.ts";
import { rulesOf, rulesVersion, type StoredRule } from "#store/failures/rules/rules.ts";
import { createMatcher, type Matcher } from "./match-texts.ts";
import { isScoped } from "./rule-scope.ts";

/** A snapshot of the project's active rules, in order. */
export interface RuleSet {
  readonly version: number;
  readonly rules: readonly StoredRule[];
}

/** Parts of an error that rules match. */
export interface Sample {
  readonly message: string;
  readonly stack: string | null;
}

/** Rules that match an error, up to the first one for the whole project, each with the matching line. */
export interface Ruled {
  readonly ruleIds: readonly number[];
  readonly ruleLines: readonly string[];
}

export async function ruleSetOf(db: Db, projectId: number): Promise<RuleSet> {
  // The version is read first: if the rules change before they are read, the stored version is higher and the change is detected.
  const version = await rulesVersion(db, projectId);
  const rules = version === 0 ? [] : await rulesOf(db, projectId);
  return { version, rules: rules.filter(({ enabled }) => enabled) };
}

export function matcherOf(threads: WorkerPool, { rules }: RuleSet, signal?: AbortSignal): Promise<Matcher> {
  const patterns = rules.map(({ kind, pattern, ignoreCase, scope }) => ({
    kind,
    pattern,
    ignoreCase,
    last: !isScoped(scope),
  }));
  return createMatcher(threads, patterns, signal);
}

interface Matching {
  readonly threads: WorkerPool;
  readonly ruleSet: RuleSet;
  readonly signal: AbortSignal | undefined;
}

/** Returns each error with the rules that match it. */
export async function withRules<Error extends Sample>(
  { threads, ruleSet, signal }: Matching,
  errors: readonly Error[],
): Promise<(Error & Ruled)[]> {
  await using matcher = await matcherOf(threads, errors.length === 0 ? noRules : ruleSet, signal);
  const ruled = await ruledBy(ruleSet, matcher, errors);
  return errors.map((error, index) => ({ ...error, ...(ruled[index] as Ruled) }));
}

const noRules: RuleSet = { version: 0, rules: [] };

export async function ruledBy({ rules }: RuleSet, matcher: Matcher, samples: readonly Sample[]): Promise<Ruled[]> {
  const found = await matcher.of(samples.map(textOf));
  return found.map((matches) => ({
    ruleIds: matches.map(({ place }) => (rules[place] as StoredRule).id),
    ruleLines: matches.map(({ line }) => line),
  }));
}

export function textOf({ message, stack }: Sample): string {
  return stack === null ? message : `${message}\n${stack}`;
}

/** Returns the rule that classifies a cause: the first project-wide rule that matches one of its errors. */
export function ruleOfCause({ rules }: RuleSet, members: readonly Pick<Ruled, "ruleIds">[]): StoredRule | undefined {
  const matched = new Set(members.flatMap(({ ruleIds }) => ruleIds));
  return rules.find(({ id, scope }) => matched.has(id) && !isScoped(scope));
}

/** Returns the rules that classify single failures instead of causes. */
export function scopedRules({ rules }: RuleSet): StoredRule[] {
  return rules.filter(({ scope }) => isScoped(scope));
}
