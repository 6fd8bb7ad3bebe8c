import type { Alternative, Verdict } from "./classify.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";

/** Facts about a failure apart from its text. Unknown facts are omitted. */
export interface Signals {
  /** True if the test passed on a retry in the same run. */
  readonly passedOnRetry?: boolean;
  /** Number of tests that failed for the same host in the same run within minutes. */
  readonly failedForHost?: number;
  /** Whether the test also failed recently on other branches (`every`) or passed there (`only-this`). */
  readonly branches?: "every" | "only-this";
  /** True if the test passed on the same commit in another run of the environment. */
  readonly passedOnCommit?: boolean;
  /** Share of the run's tests that failed; only for runs with enough tests. */
  readonly failedShare?: number;
  /** True if the test was added by the commits of this run. */
  readonly isNewTest?: boolean;
  /** True if the failing locator worked in the last run in which the test passed. */
  readonly locatorEverWorked?: boolean;
}

/** A verdict after adjustment by signals, with the reasons as text. */
export interface Weighing {
  readonly verdict: Verdict;
  readonly because: readonly string[];
}

type Factors = Partial<Record<FailureClass, number>>;

/** Factors by which a signal makes classes more likely. They are estimates, because labelled failures have no history to learn from. */
const weights: readonly (readonly [holds: (signals: Signals) => boolean, because: string, factors: Factors])[] = [
  [
    ({ passedOnRetry }) => passedOnRetry === true,
    "It passed on retry.",
    { "Application Defect": 0.35, "Automation Script Error": 1.5, "Environment Issue": 1.8, "Test Data Issue": 0.6 },
  ],
  [
    ({ failedForHost = 0 }) => failedForHost >= 5,
    "Many tests failed for the same host in the same minutes.",
    { "Environment Issue": 6 },
  ],
  [
    ({ branches }) => branches === "every",
    "It fails on other branches too.",
    { "Environment Issue": 1.5, "Test Data Issue": 1.8, "Application Defect": 0.8 },
  ],
  [
    ({ branches }) => branches === "only-this",
    "It passes on other branches.",
    { "Application Defect": 1.8, "Environment Issue": 0.5 },
  ],
  [
    ({ passedOnCommit }) => passedOnCommit === true,
    "It passed on the same commit in another run.",
    { "Application Defect": 0.5, "Automation Script Error": 1.3, "Environment Issue": 1.8 },
  ],
  [
    ({ failedShare = 0 }) => failedShare >= 0.5,
    "At least half of the tests in this run failed.",
    { "Environment Issue": 2 },
  ],
  [
    ({ isNewTest }) => isNewTest === true,
    "The test is new.",
    { "Automation Script Error": 2, "Application Defect": 0.7, "Environment Issue": 0.7 },
  ],
  [
    ({ locatorEverWorked }) => locatorEverWorked === false,
    "The test did not use this locator when it last passed.",
    { "Automation Script Error": 2.5 },
  ],
  [
    ({ locatorEverWorked }) => locatorEverWorked === true,
    "The test used this locator when it last passed.",
    { "Application Defect": 1.4, "Environment Issue": 1.3 },
  ],
];

/** Probability shared by the classes that a verdict does not mention. */
const minRest = 0.04;
const minAlternative = 0.12;
/** Signals are estimates, so they never make a verdict surer than this. */
const max = 0.89;

/**
 * Adjusts a verdict by facts outside the text. Decisions of users and of the project are not changed. Rules are hard to
 * override because of their high confidence. The class changes only if another one becomes more likely.
 */
export function weighed(verdict: Verdict, signals: Signals): Weighing {
  const held = weights.filter(([holds]) => holds(signals));
  if (held.length === 0 || verdict.by.kind === "person" || verdict.by.kind === "project")
    return { verdict, because: [] };
  const likely = likelihoods(verdict);
  for (const [, , factors] of held)
    for (const name of failureClasses) likely.set(name, (likely.get(name) ?? 0) * (factors[name] ?? 1));
  const highest = Math.max(max, verdict.confidence);
  const sum = [...likely.values()].reduce((total, value) => total + value, 0);
  const ranked: Alternative[] = [...likely]
    .map(([name, value]) => ({ class: name, confidence: Math.min(highest, value / sum) }))
    .toSorted((a, b) => b.confidence - a.confidence);
  const [first] = ranked;
  if (first === undefined) return { verdict, because: [] };
  return {
    verdict: {
      ...verdict,
      class: first.class,
      subClass: first.class === verdict.class ? verdict.subClass : null,
      confidence: first.confidence,
      alternatives: ranked.slice(1).filter(({ confidence }) => confidence >= minAlternative),
    },
    because: held.map(([, because]) => because),
  };
}

function likelihoods({ class: decided, confidence, alternatives }: Verdict): Map<FailureClass, number> {
  const named = new Map([[decided, confidence], ...alternatives.map((each) => [each.class, each.confidence] as const)]);
  const rest = Math.max(minRest, 1 - [...named.values()].reduce((total, value) => total + value, 0));
  const others = failureClasses.filter((name) => !named.has(name));
  for (const name of others) named.set(name, rest / others.length);
  return named;
}
