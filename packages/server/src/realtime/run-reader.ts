import type { RunCompleted, RunUpdated } from "@plumb/contract/realtime.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { Context } from "#core/context.ts";
import { rowsOf } from "#store/results/results.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { reportById } from "#store/runs/runs.ts";

/** When a run will end is looked up this often. */
const estimateMs = 5000;

export interface RunRef {
  readonly projectId: number;
  readonly reportId: number;
}

/** When a followed run will end. It costs more to read than the rest, so it is kept for a while. */
export interface KeptEstimate {
  estimate: { readonly at: number; readonly endsAt: string | null } | null;
}

/** Reads runs for the events about them. */
export class RunReader {
  readonly #context: Pick<Context, "clock" | "db">;

  constructor(context: Pick<Context, "clock" | "db">) {
    this.#context = context;
  }

  /** Null where there are too many, or which ones is not known. */
  async rows(projectId: number, ids: Iterable<number> | null, max: number): Promise<readonly ResultRow[] | null> {
    const listed = ids === null ? null : [...ids];
    return listed === null || listed.length > max ? null : await rowsOf(this.#context.db, projectId, listed);
  }

  /** A run that grows; null where it is gone or over. @param kept Null: without the time of its end. */
  async update(
    { projectId, reportId }: RunRef,
    tests: readonly ResultRow[] | null,
    kept: KeptEstimate | null,
  ): Promise<RunUpdated | null> {
    const { db, clock } = this.#context;
    const report = await reportById(db, projectId, reportId);
    if (report === null) return null;
    if (kept !== null && (kept.estimate === null || performance.now() - kept.estimate.at > estimateMs)) {
      const { progress } = await withEstimate(db, report, clock());
      kept.estimate = { at: performance.now(), endsAt: progress?.endsAt ?? null };
    }
    const endsAt = kept?.estimate?.endsAt ?? null;
    const progress = report.progress && { ...report.progress, endsAt };
    const [test = null, ...others] = tests ?? [];
    return {
      projectId,
      reportId,
      test: others.length === 0 ? test : null,
      tests,
      summary: report.summary,
      ...(progress && { progress }),
    };
  }

  async completion({ projectId, reportId }: RunRef): Promise<RunCompleted> {
    const { summary = null, status = null } = (await reportById(this.#context.db, projectId, reportId)) ?? {};
    return { projectId, reportId, summary, status };
  }
}
