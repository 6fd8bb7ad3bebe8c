import type { OwnResult } from "@plumb/analysis/executions/arrange-results.ts";
import type { Execution } from "@plumb/analysis/executions/source.ts";
import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { AttemptSpan } from "#store/results/results.ts";
import type { StoredResult } from "#store/ingest/stored-results.ts";

/** Returns the result's attempt spans. Attempts in earlier sources have their own rows. */
export function spansOf({ spans, startedAt, durationMs, worker, firstStatus }: StoredResult): readonly AttemptSpan[] {
  return spans ?? [[startedAt, durationMs, worker, firstStatus]];
}

/** For other sources, a test that has not run yet counts as skipped. */
function decided(status: TestStatus): Execution["status"] {
  return status === "announced" || status === "running" ? "skipped" : status;
}

/** Returns a result as its own source reported it. A row that continues earlier results also contains their retries and time, which are removed. */
export function ownResult(row: StoredResult, format: string, kind: string): OwnResult {
  const { id, sourceId, occurrence, generation, flaky, retries, durationMs } = row;
  const status = decided(row.status);
  // A reporter or a native format has more detail about an execution than JUnit XML, which many tools also write.
  const detail =
    (kind === "live" ? 8 : 0) +
    (format === "junit" ? 0 : 4) +
    (row.isDetailed ? 2 : 0) +
    (row.startedAt === null ? 0 : 1);
  const shared = { id, sourceId, occurrence, status, detail };
  if (generation === 0) return { ...shared, firstStatus: decided(row.firstStatus), flaky, retries, durationMs };
  const spans = spansOf(row);
  const durations = spans.flatMap(([, duration]) => duration ?? []);
  return {
    ...shared,
    firstStatus: decided(spans[0]?.[3] ?? row.status),
    flaky: status === "passed" && spans.some(([, , , outcome]) => outcome === "failed" || outcome === "error"),
    retries: Math.max(0, spans.length - 1),
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
  };
}

/** Returns the execution of a result with the fields that are compared across sources. */
export function executionOf(row: StoredResult, own: OwnResult): Execution {
  return { status: own.status, startedAt: spansOf(row)[0]?.[0] ?? row.startedAt, durationMs: own.durationMs };
}
