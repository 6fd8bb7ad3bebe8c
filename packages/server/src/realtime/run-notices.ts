import type { RunStatus } from "@plumb/contract/runs/reports.ts";
import type { Context } from "#core/context.ts";
import { asNew, publish } from "#realtime/notify.ts";
import { recordNotifications } from "#store/people/notifications.ts";
import { claimRedRun, type RedRun } from "#store/runs/red-runs.ts";

const dayMs = 86_400_000;

/**
 * Says that a run was judged, to those who watch; and tells the people who can act on it if it is the first red one after
 * a green one: leads and users of the project, once per run, and not for history that is imported later.
 */
export async function runJudged(
  context: Pick<Context, "db" | "bus" | "clock" | "log">,
  { projectId, runId, status }: { projectId: number; runId: number; status: RunStatus },
): Promise<void> {
  const change = status === "running" ? "updated" : "finished";
  context.bus.publish({ about: "run", change, projectId, reportId: runId });
  if (status !== "failed") return;
  const now = context.clock();
  try {
    const written = await context.db.transaction().execute(async (transaction) => {
      const since = new Date(now.getTime() - dayMs);
      const red = await claimRedRun(transaction, { projectId, runId, since, now });
      if (red === null) return [];
      const notice = asNew({ ...noticeOf(red), projectId, actionUrl: `/reports/${runId}` }, now);
      return recordNotifications(transaction, { membersOf: projectId, roles: ["LEAD", "USER"] }, notice);
    });
    publish(context, written);
  } catch (error) {
    context.log.error({ err: error, runId }, "nobody was told that a run is red");
  }
}

function noticeOf({ suite, number, environment, branch, total, red, projectName }: RedRun) {
  const place = [branch === null ? [] : [`on ${branch}`], environment === "" ? [] : [`in ${environment}`]].flat();
  const what = red > 0 ? `${red} of ${total} ${total === 1 ? "test" : "tests"} failed` : "The run failed";
  return {
    title: `${suite.length > 120 ? `${suite.slice(0, 120)}…` : suite} is red`,
    message: `${[what, ...place].join(" ")} in run #${number}. The run before it was green.`,
    type: "error" as const,
    metadata: { projectName },
  };
}
