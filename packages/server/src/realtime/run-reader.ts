import type { RunCompleted, RunUpdated } from "@plumb/contract/realtime.ts";
import type { ChangeCounts } from "@plumb/contract/runs/compare.ts";
import type { Context } from "#core/context.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { changeCounts, type RunPair } from "#store/runs/compare.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { reportById } from "#store/runs/runs.ts";
import { updatedTests } from "./updated-tests.ts";

/** Interval for estimating the end of a run. */
const estimateMs = 5000;
/** Comparing with the base may use at most an eighth of the time. */
const share = 8;

export interface RunRef {
  readonly projectId: number;
  readonly reportId: number;
}

/** Expensive data about a followed run, which is read less often. */
export interface SlowDetails {
  /** Estimated end of the run, and when it was estimated. */
  estimate: { readonly at: number; readonly endsAt: string | null } | null;
  /** Earliest time to compare with the base again. */
  changesFrom: number;
}

/** Reads runs for events. */
export class RunReader {
  readonly #context: Pick<Context, "clock" | "db">;

  constructor(context: Pick<Context, "clock" | "db">) {
    this.#context = context;
  }

  /**
   * Returns an update of a running run; `null` if it has ended or been deleted.
   *
   * @param ids Changed results; `null` if there are too many for an event.
   * @param cached `null` to omit the estimated end.
   */
  async update(
    { projectId, reportId }: RunRef,
    ids: readonly number[] | null,
    cached: SlowDetails | null,
  ): Promise<RunUpdated | null> {
    const { db, clock } = this.#context;
    const report = await reportById(db, projectId, reportId);
    if (report === null) return null;
    const base = ids === null ? null : await baseRun(db, projectId, reportId);
    const changes = base && (await this.#changes({ projectId, baseId: base.id, headId: reportId }, cached));
    // Read last, so that counts never include rows that are not read yet.
    const tests = ids && (await updatedTests(db, { projectId, runId: reportId, baseId: base?.id ?? null }, ids));
    if (cached !== null && (cached.estimate === null || performance.now() - cached.estimate.at > estimateMs)) {
      const { progress } = await withEstimate(db, report, clock());
      cached.estimate = { at: performance.now(), endsAt: progress?.endsAt ?? null };
    }
    const endsAt = cached?.estimate?.endsAt ?? null;
    const progress = report.progress && { ...report.progress, endsAt };
    const [test = null, ...others] = tests ?? [];
    return {
      projectId,
      reportId,
      test: others.length === 0 ? test : null,
      tests,
      ...(changes && { changes }),
      summary: report.summary,
      ...(progress && { progress }),
    };
  }

  async #changes(pair: RunPair, cached: SlowDetails | null): Promise<ChangeCounts | null> {
    const before = performance.now();
    if (cached !== null && before < cached.changesFrom) return null;
    const counts = await changeCounts(this.#context.db, pair);
    if (cached !== null) cached.changesFrom = before + share * (performance.now() - before);
    return counts;
  }

  async completion({ projectId, reportId }: RunRef): Promise<RunCompleted> {
    const { summary = null, status = null } = (await reportById(this.#context.db, projectId, reportId)) ?? {};
    return { projectId, reportId, summary, status };
  }
}
