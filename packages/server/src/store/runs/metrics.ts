import { rate } from "@plumb/contract/figures.ts";
import { type BrowserStats, type TestDuration, unknownBrowser } from "@plumb/contract/runs/metrics.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { countsByKey } from "#store/results/result-groups.ts";
import type { ResultIndex } from "#store/results/result-index.ts";
import { selected } from "#store/results/result-selection.ts";
import { probed, rowsOf } from "#store/results/results.ts";

const shownBrowsers = 50;

/** Of results that have not been run again. */
function current(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null`;
}

export interface RunDurations {
  readonly slowest: TestDuration[];
  /** Milliseconds; null if no test says how long it took. */
  readonly average: number | null;
  readonly timed: number;
  readonly browsers: Record<string, BrowserStats>;
}

/** How long a run's tests took and how they went in each browser. */
export async function runDurations(
  index: ResultIndex,
  projectId: number,
  runId: number,
  top: number,
): Promise<RunDurations> {
  const all = await selected(index, { projectId, runId, status: undefined, words: [] });
  const { durations, ids } = all.columns;
  const timed = all.places.filter((place) => !Number.isNaN(durations[place]));
  const slowest = largest(timed, (place) => durations[place] as number, top);
  const rows = await rowsOf(
    index.db,
    projectId,
    slowest.map((place) => ids[place] as number),
  );
  const total = timed.reduce((sum, place) => sum + (durations[place] as number), 0);
  return {
    slowest: rows.map(({ id, titlePath, file, variant, status, flaky, duration }) => ({
      resultId: id,
      name: titlePath.join(" › "),
      file,
      variant,
      status,
      flaky,
      duration: duration ?? 0,
    })),
    average: timed.length === 0 ? null : total / timed.length,
    timed: timed.length,
    browsers: Object.fromEntries(
      [...countsByKey(all, "browser")]
        .map(([browser, counts]) => [browser ?? unknownBrowser, counts] as const)
        .toSorted(([one, a], [other, b]) => b.total - a.total || (one < other ? -1 : 1))
        .slice(0, shownBrowsers)
        .map(([browser, { flaky: _flaky, ...counts }]) => [browser, withRate(counts)]),
    ),
  };
}

/** The `count` items of the largest values, largest first, in one pass; of equal ones those that come first. */
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

/** Failures with one signature, and one of them. */
export interface ReasonRow {
  readonly resultId: number;
  readonly signature: string | null;
  readonly failed: number;
  readonly errored: number;
  readonly errorLine: string | null;
}

/** Why tests of a run failed: the `limit` most frequent reasons, how many there are, and how many tests failed. */
export async function failureReasons(
  db: Db,
  projectId: number,
  runId: number,
  limit: number,
): Promise<{ reasons: ReasonRow[]; failures: number; total: number }> {
  const { rows } = await sql<ReasonRow & { reasons: number; failures: number }>`
    with grouped as (
      select r.failure_signature as signature, count(*) filter (where r.rank = 0) as failed, count(*) filter (where r.rank = 1) as errored,
             (array_agg(r.id order by r.rank, r.seq))[1] as id, min(array[r.rank, r.seq]) as place
        from result r where ${current(projectId, runId)} and r.rank in (0, 1)
       group by r.failure_signature
    ), most as (
      select *, count(*) over () as reasons, sum(failed + errored) over ()::bigint as failures
        from grouped order by failed + errored desc, signature is null, place limit ${limit}
    )
    select most.signature, most.failed, most.errored, most.reasons, most.failures, most.id as "resultId",
           r.error_line as "errorLine"
      from most ${probed(projectId, sql`most`)}
     order by most.failed + most.errored desc, most.signature is null, most.place
  `.execute(db);
  return { reasons: rows, failures: rows[0]?.failures ?? 0, total: rows[0]?.reasons ?? 0 };
}
