import type { Context } from "#core/context.ts";
import type { Judgement } from "#store/runs/judged.ts";

/** Tells those who watch, after the commit: everybody else hears of it by the job that the judgement left. */
export function announceJudged({ bus }: Pick<Context, "bus">, judgements: readonly Judgement[]): void {
  for (const { projectId, runId, status } of judgements)
    bus.publish({ about: "run", change: status === "running" ? "updated" : "finished", projectId, reportId: runId });
  if (judgements.length > 0) bus.publish({ about: "jobs" });
}
