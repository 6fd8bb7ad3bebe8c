import { rate } from "@plumb/contract/figures.ts";
import { type BrowserStats, type TestDuration, unknownBrowser } from "@plumb/contract/runs/metrics.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import { byListIndex, type FailingResults } from "./failing-results.ts";
import { countsByKey } from "./result-groups.ts";
import type { ResultColumns } from "./result-columns.ts";
import type { ResultIndex } from "./result-index.ts";
import { allIndices } from "./result-selection.ts";
import { rowsOf } from "#store/results/results.ts";

const visibleTests = 10;
const visibleBrowsers = 50;
const visibleReasons = 10;

export interface RunDurations {
  readonly slowest: TestDuration[];
  /** Milliseconds; `null` if no test has a duration. */
  readonly average: number | null;
  readonly timed: number;
  readonly browsers: Record<string, BrowserStats>;
}

/** Returns the test durations of a run, and its results by browser. */
export async function runDurations(index: ResultIndex, projectId: number, runId: number): Promise<RunDurations> {
  const { slowest, ...metrics } = metricsOf(await index.columns(projectId, runId));
  const rows = await rowsOf(index.db, projectId, slowest);
  return {
    ...metrics,
    slowest: rows.map(({ id, titlePath, file, variant, status, flaky, duration }) => ({
      resultId: id,
      name: titlePath.join(" › "),
      file,
      variant,
      status,
      flaky,
      duration: duration ?? 0,
    })),
  };
}

const metricsOf = memoizeByRef((columns: ResultColumns): Omit<RunDurations, "slowest"> & { slowest: number[] } => {
  const { durations, ids } = columns;
  const indices = allIndices(columns.length);
  const timed = indices.filter((index) => !Number.isNaN(durations[index]));
  const total = timed.reduce((sum, index) => sum + (durations[index] as number), 0);
  const byBrowser = countsByKey({ columns, places: indices, keysOf: () => columns.browsers }, "browser");
  return {
    slowest: largest(timed, (index) => durations[index] as number, visibleTests).map((index) => ids[index] as number),
    average: timed.length === 0 ? null : total / timed.length,
    timed: timed.length,
    browsers: Object.fromEntries(
      [...byBrowser]
        .map(([browser, counts]) => [browser ?? unknownBrowser, counts] as const)
        .toSorted(([one, a], [other, b]) => b.total - a.total || (one < other ? -1 : 1))
        .slice(0, visibleBrowsers)
        .map(([browser, { flaky: _flaky, ...counts }]) => [browser, withRate(counts)]),
    ),
  };
});

/** Returns the `count` items with the largest values, largest first, in one pass. If values are equal, earlier items come first. */
function largest(items: Int32Array, valueOf: (item: number) => number, count: number): number[] {
  const found: number[] = [];
  for (const item of items) {
    const value = valueOf(item);
    if (found.length === count && value <= valueOf(found[count - 1] as number)) continue;
    const before = found.findIndex((other) => valueOf(other) < value);
    found.splice(before === -1 ? found.length : before, 0, item);
    found.length = Math.min(found.length, count);
  }
  return found;
}

function withRate(counts: Omit<BrowserStats, "passRate">): BrowserStats {
  const ran = counts.passed + counts.failed + counts.errored;
  return { ...counts, passRate: rate(counts.passed, ran) };
}

/** Failures with the same signature, and the first result. */
export interface ReasonRow {
  readonly resultId: number;
  readonly signature: string | null;
  readonly failed: number;
  readonly errored: number;
  readonly errorLine: string | null;
}

/** Returns the most frequent reasons for failures in a run, the number of failed tests, and the number of reasons. */
export async function failureReasons(
  index: ResultIndex,
  projectId: number,
  runId: number,
): Promise<{ reasons: ReasonRow[]; failures: number; total: number }> {
  const found = reasonsOf(await index.failing(projectId, runId));
  const max = found.slice(0, visibleReasons);
  const rows = await rowsOf(
    index.db,
    projectId,
    max.map(({ resultId }) => resultId),
  );
  const lines = new Map(rows.map(({ id, errorLine }) => [id, errorLine]));
  return {
    reasons: max.map(({ signature, failed, errored, resultId }) => {
      return { resultId, signature, failed, errored, errorLine: lines.get(resultId) ?? null };
    }),
    failures: found.reduce((sum, reason) => sum + count(reason), 0),
    total: found.length,
  };
}

interface Reason {
  readonly signature: string | null;
  failed: number;
  errored: number;
  /** First of these results in the list. */
  resultId: number;
  rank: number;
  seq: number;
}

/** Most frequent first. */
const reasonsOf = memoizeByRef(({ length, ids, ranks, seqs, signatures }: FailingResults): readonly Reason[] => {
  const reasons = new Map<string | undefined, Reason>();
  for (let index = 0; index < length; index++) {
    const [rank, seq] = [ranks[index] as number, seqs[index] as number];
    if (rank > 1) continue;
    const signature = signatures.values[signatures.codes[index] as number];
    const reason = reasons.get(signature) ?? {
      signature: signature ?? null,
      failed: 0,
      errored: 0,
      resultId: 0,
      rank: Infinity,
      seq: Infinity,
    };
    reasons.set(signature, reason);
    if (rank === 0) reason.failed += 1;
    else reason.errored += 1;
    if (byListIndex({ rank, seq }, reason) < 0) Object.assign(reason, { resultId: ids[index] as number, rank, seq });
  }
  return [...reasons.values()].toSorted(byFrequency);
});

function count({ failed, errored }: Reason): number {
  return failed + errored;
}

function byFrequency(one: Reason, other: Reason): number {
  return (
    count(other) - count(one) ||
    Number(one.signature === null) - Number(other.signature === null) ||
    byListIndex(one, other)
  );
}
