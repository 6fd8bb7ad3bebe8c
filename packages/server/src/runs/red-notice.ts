import type { Context } from "#core/context.ts";
import { asNew, publish } from "#realtime/notify.ts";
import type { JudgedRun } from "#runs/judged-run.ts";
import { recordNotifications } from "#store/people/notifications.ts";
import { claimRedRun, type RedRun } from "#store/runs/red-runs.ts";

const dayMs = 86_400_000;

/**
 * Tells the people who can act on it if a run is the first red one after a green one: leads and users of the project, once
 * per run, and not for history that is imported later.
 */
export async function tellRedRun(
  context: Pick<Context, "bus" | "clock" | "db">,
  { projectId, runId, report }: JudgedRun,
): Promise<void> {
  if (report.status !== "failed") return;
  const now = context.clock();
  const written = await context.db.transaction().execute(async (transaction) => {
    const since = new Date(now.getTime() - dayMs);
    const red = await claimRedRun(transaction, { projectId, runId, since, now });
    if (red === null) return [];
    const notice = asNew({ ...noticeOf(red), projectId, actionUrl: `/reports/${runId}` }, now);
    return recordNotifications(transaction, { membersOf: projectId, roles: ["LEAD", "USER"] }, notice);
  });
  publish(context, written);
}

function noticeOf({ suite, number, environment, branch, total, red, silenced, projectName }: RedRun) {
  const place = [branch === null ? [] : [`on ${branch}`], environment === "" ? [] : [`in ${environment}`]].flat();
  const what = red > 0 ? `${red} of ${total} ${total === 1 ? "test" : "tests"} failed` : "The run failed";
  const known = `${silenced} ${silenced === 1 ? "failure" : "failures"} of tests in quarantine or muted`;
  const leftOut = silenced === 0 ? "" : ` ${known} ${silenced === 1 ? "is" : "are"} left out.`;
  return {
    title: `${suite.length > 120 ? `${suite.slice(0, 120)}…` : suite} is red`,
    message: `${[what, ...place].join(" ")} in run #${number}. The run before it was green.${leftOut}`,
    type: "error" as const,
    metadata: { projectName },
  };
}
