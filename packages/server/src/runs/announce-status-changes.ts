import type { Context } from "#core/context.ts";
import type { RunStatusChange } from "#runs/status/update-run-status.ts";

/** Notifies open pages after the commit. Other listeners are called by the job. */
export function announceStatusChanges(
  { bus }: Pick<Context, "bus">,
  statusChanges: readonly Pick<RunStatusChange, "projectId" | "runId" | "status">[],
): void {
  for (const { projectId, runId, status } of statusChanges)
    bus.publish({ about: "run", change: status === "running" ? "updated" : "finished", projectId, reportId: runId });
  if (statusChanges.length > 0) bus.publish({ about: "jobs" });
}
