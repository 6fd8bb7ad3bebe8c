import { dayMs } from "@plumb/contract/durations.ts";
import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import type { ReceivedSource, RunCounts } from "#store/runs/status-rows.ts";

/**
 * Returns the status of a run. Failed takes precedence over interrupted, and a run without tests never passes.
 *
 * @param silent True if missing parts are no longer expected.
 */
export function statusOf(
  run: Pick<RunCounts, "total" | "failed" | "errored" | "shardTotal">,
  sources: readonly Pick<
    ReceivedSource,
    "declaredFailures" | "incomplete" | "kind" | "repeated" | "runError" | "shard" | "status"
  >[],
  silent = false,
): RunStatus {
  const standing = sources.filter(({ repeated }) => !repeated);
  const broke = standing.some(({ kind, status }) => silent && kind === "live" && status === "receiving");
  if (standing.some(({ status }) => status === "receiving") && !broke) return "running";
  const shards = new Set(sources.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const missing = shards.size > 0 && shards.size < run.shardTotal;
  if (missing && !silent) return "running";
  const failures = run.failed + run.errored;
  if (failures > 0 || standing.some(({ runError, declaredFailures }) => runError || declaredFailures > failures))
    return "failed";
  if (missing || broke || standing.some(({ incomplete }) => incomplete)) return "interrupted";
  return run.total === 0 ? "failed" : "completed";
}

/** Returns the reason of the interruption, even if the status is failed. */
export function whyInterrupted(
  status: RunStatus,
  run: RunCounts,
  sources: readonly ReceivedSource[],
  { silent = false, silence = null }: { readonly silent?: boolean; readonly silence?: string | null },
): string | null {
  if (status === "running") return null;
  const standing = sources.filter(({ repeated }) => !repeated);
  const reason = standing.find(({ interruption }) => interruption !== null)?.interruption ?? null;
  const shards = new Set(sources.flatMap(({ shard }) => (shard === null ? [] : [shard])));
  const isMissing =
    standing.some((source) => source.status === "receiving") || (shards.size > 0 && shards.size < run.shardTotal);
  return reason ?? (silent && isMissing ? silence : null);
}

type Timed = Pick<ReceivedSource, "durationMs" | "receivedAt" | "startedAt" | "tests">;

/**
 * Returns the reports that date a run: those that arrived within a day after their end. This excludes files that an earlier build left behind, and
 * devices whose clock is years behind. If all reports arrived later, for example in an import of old reports, returns the group of adjacent days with
 * the most tests.
 */
export function datingSources<TimedSource extends Timed>(sources: readonly TimedSource[]): TimedSource[] {
  const dated = sources.filter(({ startedAt }) => startedAt !== null);
  const fresh = dated.filter((source) => source.receivedAt.getTime() - endOf(source) <= dayMs);
  if (fresh.length > 0) return fresh;
  const groups: TimedSource[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const source of dated.toSorted((a, b) => startOf(a) - startOf(b))) {
    const group = groups.at(-1);
    if (group === undefined || startOf(source) > end + dayMs) groups.push([source]);
    else group.push(source);
    end = Math.max(end, endOf(source));
  }
  const testsOf = (group: readonly TimedSource[]) => group.reduce((sum, { tests }) => sum + tests, 0);
  return groups.toSorted((a, b) => testsOf(a) - testsOf(b)).at(-1) ?? [];
}

function startOf({ startedAt }: Pick<Timed, "startedAt">): number {
  return startedAt?.getTime() ?? 0;
}

function endOf(source: Pick<Timed, "durationMs" | "startedAt">): number {
  return startOf(source) + (source.durationMs ?? 0);
}

/**
 * Returns start and duration of a run. The duration is the time covered by at least one of the reports that date it: parallel shards count once, and
 * the hours before a retried job do not count. Reports without a start are added.
 */
export function timeSpent(sources: readonly Timed[]): {
  startedAt: Date | null;
  durationMs: number | null;
  wallMs: number;
} {
  const dating = datingSources(sources);
  const placed = dating
    .filter(({ durationMs }) => durationMs !== null)
    .map((source) => ({ start: startOf(source), end: endOf(source) }))
    .toSorted((a, b) => a.start - b.start);
  const first = dating.length === 0 ? null : Math.min(...dating.map(startOf));
  let covered = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of placed) {
    if (end <= until) continue;
    covered += end - Math.max(start, until);
    until = end;
  }
  const undated = sources.filter(({ startedAt, durationMs }) => startedAt === null && durationMs !== null);
  const loose = undated.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  return {
    startedAt: first === null ? null : new Date(first),
    durationMs: placed.length + undated.length === 0 ? null : covered + loose,
    wallMs: first === null || placed.length === 0 ? loose : Math.max(until - first, loose),
  };
}

/** Returns problems for reports that are dated on another day than the rest of the run. */
export function strangeDates(sources: readonly ReceivedSource[]) {
  const dating = new Set(datingSources(sources));
  const first = Math.min(...[...dating].map(startOf));
  return sources
    .filter((source) => source.startedAt !== null && !dating.has(source))
    .slice(0, 20)
    .map((source) => {
      const { id, path } = source;
      const days = Math.max(1, Math.round(Math.abs(startOf(source) - first) / dayMs));
      const reason = `This report is dated ${new Date(startOf(source)).toISOString().slice(0, 10)}, ${days} ${days === 1 ? "day" : "days"} apart from the rest of the run. Its tests count. If an earlier build left it behind, delete it before the next one.`;
      return { sourceId: id, severity: "warning" as const, file: path, reason };
    });
}

/** Returns errors for summaries that declare more failures than the tests of the run have. */
export function unlistedFailures({ failed, errored }: RunCounts, sources: readonly ReceivedSource[]) {
  const listed = failed + errored;
  return sources
    .filter(({ declaredFailures, repeated }) => declaredFailures > listed && !repeated)
    .slice(0, 20)
    .map(({ id, path, declaredFailures }) => {
      const count = declaredFailures === 1 ? "1 failure" : `${declaredFailures} failures`;
      const found = listed === 0 ? "no test of the run failed" : `only ${listed} of the run's tests failed`;
      const reason = `This summary declares ${count}, but ${found}. Upload the reports of its tests, too: for Failsafe, the TEST-*.xml files in its folder.`;
      return { sourceId: id, severity: "error" as const, file: path, reason };
    });
}
