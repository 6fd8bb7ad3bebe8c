/** A run of a test, as reported. */
export interface RanTest {
  readonly durationMs: number | null;
  /** In the order of execution. */
  readonly steps: readonly RanStep[];
  /** Browser, operating system, versions and other metadata of the run. */
  readonly environment: Readonly<Record<string, string>>;
  readonly commit: string | null;
}

export interface RanStep {
  readonly title: string;
  readonly failed: boolean;
  readonly durationMs: number | null;
}

/** Differences from the last run in which the test passed. */
export interface SinceLastPass {
  /** Innermost failed step; `null` if no step is marked as failed. */
  readonly failingStep: string | null;
  /** Duration divided by the previous duration; `null` if a duration is unknown or both are about equal. */
  readonly slower: number | null;
  /** Steps that took much longer than before, largest difference first. */
  readonly slowSteps: readonly { readonly title: string; readonly beforeMs: number; readonly nowMs: number }[];
  /** Steps before the failure that only exist in the failed run, because the test took another path. */
  readonly newSteps: readonly string[];
  /** Steps of the passed run that are missing in the failed run before the failure. */
  readonly skippedSteps: readonly string[];
  readonly environment: readonly {
    readonly name: string;
    readonly before: string | null;
    readonly now: string | null;
  }[];
  /** `null` if both commits are the same or one is unknown. */
  readonly commits: { readonly passed: string; readonly failed: string } | null;
}

const muchLonger = 2;
const minMs = 500;
const visible = 5;
/** Maximum number of steps per run that are compared. */
const consideredSteps = 2000;

/** Compares a failed run of a test with the last passed run of the same suite, environment and branch. */
export function sinceLastPass(passed: RanTest, failed: RanTest): SinceLastPass {
  const before = passed.steps.slice(0, consideredSteps);
  const now = failed.steps.slice(0, consideredSteps);
  const titlesBefore = new Set(before.map(({ title }) => title));
  const titlesNow = new Set(now.map(({ title }) => title));
  const lastShared = before.findLastIndex(({ title }) => titlesNow.has(title));
  return {
    failingStep: now.findLast((step) => step.failed)?.title ?? null,
    slower: timesAsLong(passed.durationMs, failed.durationMs),
    slowSteps: slowSteps(before, now),
    newSteps: distinct(now.filter(({ title }) => !titlesBefore.has(title))),
    skippedSteps: distinct(before.slice(0, lastShared + 1).filter(({ title }) => !titlesNow.has(title))),
    environment: [...new Set([...Object.keys(passed.environment), ...Object.keys(failed.environment)])]
      .toSorted()
      .map((name) => ({ name, before: passed.environment[name] ?? null, now: failed.environment[name] ?? null }))
      .filter((each) => each.before !== each.now),
    commits:
      passed.commit === null || failed.commit === null || passed.commit === failed.commit
        ? null
        : { passed: passed.commit, failed: failed.commit },
  };
}

function timesAsLong(beforeMs: number | null, nowMs: number | null): number | null {
  if (beforeMs === null || nowMs === null || beforeMs === 0) return null;
  const times = nowMs / beforeMs;
  return times >= muchLonger && nowMs - beforeMs >= minMs ? times : null;
}

/** Returns true if a step or test took at least twice as long as before, and at least half a second more. */
export function isMuchLonger(beforeMs: number | null, nowMs: number | null): boolean {
  return timesAsLong(beforeMs, nowMs) !== null;
}

/** Compares steps with the same title in the order in which they ran. */
function slowSteps(before: readonly RanStep[], now: readonly RanStep[]): SinceLastPass["slowSteps"] {
  const earlier = Map.groupBy(before, ({ title }) => title);
  const met = new Map<string, number>();
  return now
    .flatMap(({ title, durationMs }) => {
      const at = met.get(title) ?? 0;
      met.set(title, at + 1);
      const beforeMs = earlier.get(title)?.[at]?.durationMs ?? null;
      if (timesAsLong(beforeMs, durationMs) === null || beforeMs === null || durationMs === null) return [];
      return [{ title, beforeMs, nowMs: durationMs }];
    })
    .toSorted((a, b) => b.nowMs - b.beforeMs - (a.nowMs - a.beforeMs))
    .slice(0, visible);
}

function distinct(steps: readonly RanStep[]): string[] {
  return [...new Set(steps.map(({ title }) => title))].slice(0, visible);
}
