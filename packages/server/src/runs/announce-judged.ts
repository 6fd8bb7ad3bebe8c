import type { Context } from "#core/context.ts";
import type { Judgement } from "#store/runs/judged.ts";

/** Notifies open pages after the commit. Other listeners are called by the job. */
export function announceJudged({ bus }: Pick<Context, "bus">, judgements: readonly Judgement[]): void {
  for (const { projectId, runId, status } of judgements)
    bus.publish({ about: "run", change: status === "running" ? "updated" : "finished", projectId, reportId: runId });
  if (judgements.length > 0) bus.publish({ about: "jobs" });
}
