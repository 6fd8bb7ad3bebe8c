import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { RuleScope } from "@plumb/contract/failures/rules.ts";
import { asGroup } from "./failure-columns.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";
import type { SelectedFailures } from "./failure-selection.ts";

/** Counts the failures that each project rule decides. */
export function failuresByRule({ failures: { pairRules }, counts }: SelectedFailures): Map<number, number> {
  const found = new Map<number, number>();
  for (const [pair, rule] of pairRules.entries())
    if (rule !== 0) found.set(rule, (found.get(rule) ?? 0) + (counts[pair] as number));
  return found;
}

/** Returns the ids of the runs in a scope; undefined for all runs. */
export async function runsInScope(
  index: FailureIndex,
  projectId: number,
  { suite, environment, branch }: RuleScope,
): Promise<number[] | undefined> {
  if (suite === null && environment === null && branch === null) return undefined;
  const { runs } = await index.of(projectId);
  return [...runs.values()]
    .filter(
      (run) =>
        (suite === null || run.suite === suite) &&
        (environment === null || run.environment === environment) &&
        (branch === null || run.branch === branch),
    )
    .map(({ id }) => id);
}

/** Failures that a rule would match, and those that keep their class because of a decision or an earlier rule. */
export interface RuleReach {
  readonly failures: number;
  readonly tests: number;
  readonly groups: number;
  readonly followers: number;
  readonly keptByPeople: number;
  readonly keptByRules: number;
  /** In the order of `failureClasses`, then unclassified ones. */
  readonly byClass: readonly number[];
}

/** @param rule.earlier Ids of the rules that are applied before it. */
export function reachOfRule(
  { failures, counts }: SelectedFailures,
  {
    matched,
    scoped,
    earlier,
  }: { readonly matched: ReadonlySet<number>; readonly scoped: boolean; readonly earlier: ReadonlySet<number> },
): RuleReach {
  const { columns, pairGroups, pairClasses } = failures;
  const groups = new Set<number>();
  for (const [pair, { signatureId }] of columns.pairList.entries())
    if (matched.has(signatureId)) groups.add(pairGroups[pair] as number);
  const reached = { failures: 0, followers: 0, keptByPeople: 0, keptByRules: 0 };
  const byClass = Array.from({ length: failureClasses.length + 1 }, () => 0);
  const [tests, causes] = [new Set<number>(), new Set<number>()];
  for (const [pair, { testId, signatureId }] of columns.pairList.entries()) {
    const count = counts[pair] as number;
    const [isMatched, group] = [matched.has(signatureId), pairGroups[pair] as number];
    // A cause has one class, so a rule without a scope that matches one of its errors decides for all.
    if (count === 0 || !(isMatched || (!scoped && groups.has(group)))) continue;
    reached.failures += count;
    if (!isMatched) reached.followers += count;
    const retained = retainedBy(failures, pair, earlier);
    if (retained !== null) reached[retained] += count;
    const index = pairClasses[pair] as number;
    byClass[index] = (byClass[index] ?? 0) + count;
    tests.add(testId);
    causes.add(group);
  }
  return { ...reached, tests: tests.size, groups: causes.size, byClass };
}

function retainedBy(
  { columns, groups, pairGroups, pairRules }: ProjectFailures,
  pair: number,
  earlier: ReadonlySet<number>,
): "keptByPeople" | "keptByRules" | null {
  const isOwn = columns.pairList[pair]?.class !== asGroup;
  if (isOwn || groups.get(pairGroups[pair] as number)?.said === true) return "keptByPeople";
  return earlier.has(pairRules[pair] as number) ? "keptByRules" : null;
}
