import { areRepetitions } from "./attempt-path.ts";
import { areApart, areSimultaneous } from "./clocks.ts";
import { ranElsewhere } from "./location.ts";
import { declaredRepeat, mayRepeat } from "./repeats.ts";
import { type Execution, hasFailed, ran, type SharedTests, type Source } from "./source.ts";

/**
 * Relation between two sources of a run, based on the tests they share.
 *
 * - `same`: they report the same executions. - `variant`: they ran at different places.
 * - `part`: declared shards or repetitions of one run. - `rerun`: the second repeats the first.
 * - `complement`: no test ran in both. - `unclear`: unknown, so both count.
 */
export type Relation =
  | { readonly kind: "same" | "variant" | "part" | "complement" | "unclear" }
  /** @property later Id of the source that ran second. */
  | { readonly kind: "rerun"; readonly later: number };

/** Counts a test that two sources share, unless it was skipped. */
export function countShared(shared: SharedTests, a: Execution, b: Execution, hasOtherFormat: boolean): void {
  if (!ran(a) || !ran(b)) return;
  shared.both += 1;
  if (hasFailed(a)) shared.failed[0] += 1;
  if (hasFailed(b)) shared.failed[1] += 1;
  if (isSameExecution(a, b, hasOtherFormat)) shared.agreeing += 1;
}

/**
 * Returns the relation of two sources, which does not depend on their order. Only a declaration, or a source that repeats nothing but failures, replaces
 * a failure (decision 22).
 *
 * @param shared Counted by `countShared` over all shared tests, `a` first.
 * @param retries Sources that `retriesOfFailures` found.
 */
export function relateSources(a: Source, b: Source, shared: SharedTests, retries: ReadonlySet<number>): Relation {
  if (ranElsewhere(a, b)) return { kind: "variant" };
  const areShards = a.shard !== null && b.shard !== null && a.shard !== b.shard;
  if (areShards || areRepetitions(a.path, b.path)) return { kind: "part" };
  if (shared.both === 0) return { kind: "complement" };
  const agree = shared.agreeing === shared.both && !areApart(a, b, a.format !== b.format);
  // A later attempt may send the file of an earlier one again.
  const isSameFile = a.startedAt !== null && a.startedAt === b.startedAt && a.durationMs === b.durationMs;
  if (agree && isSameFile) return { kind: "same" };
  const declared = declaredRepeat(a, b);
  if (declared !== null)
    return declared.later === null ? { kind: "unclear" } : { kind: "rerun", later: declared.later };
  if (agree) return { kind: "same" };
  if (repeatsUnrequested(a, b, shared, retries)) return { kind: "rerun", later: b.id };
  const mirrored: SharedTests = { ...shared, failed: [shared.failed[1], shared.failed[0]] };
  if (repeatsUnrequested(b, a, mirrored, retries)) return { kind: "rerun", later: a.id };
  return { kind: "unclear" };
}

/** Returns true if the second source repeats only failures of the first, or completes a report that was cut off and contains no failure. */
function repeatsUnrequested(first: Source, second: Source, shared: SharedTests, retries: ReadonlySet<number>): boolean {
  if (!mayRepeat(first, second)) return false;
  if (retries.has(second.id)) return true;
  const isCutOff = first.broken && !first.hasRunError && !second.broken;
  return isCutOff && shared.failed[0] === 0 && shared.both >= first.ranTests;
}

function isSameExecution(a: Execution, b: Execution, hasOtherFormat: boolean): boolean {
  if (hasFailed(a) !== hasFailed(b)) return false;
  const isSameTime = isSameDuration(a.durationMs, b.durationMs);
  if (a.startedAt === null || b.startedAt === null) return isSameTime;
  const isSameStart = areSimultaneous(a.startedAt, b.startedAt, hasOtherFormat);
  // The same tool measures times consistently. Other tools may include the hooks, or use the start of the suite.
  return hasOtherFormat ? isSameStart || isSameTime : isSameStart && isSameTime;
}

/** Compares durations with a tolerance, because formats round to milliseconds, hundredths or tenths of a second. */
function isSameDuration(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false;
  return Math.abs(one - other) <= Math.max(1, Math.min(60, 0.02 * Math.max(one, other)));
}
