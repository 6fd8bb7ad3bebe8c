import type { Context } from "#core/context.ts";
import { notify } from "#inbox/notify.ts";
import { releaseDue } from "#store/tests/quarantine.ts";

const messages = {
  expired: "Its end date has passed. Its failures are included in rates again.",
  clean_runs: "It passed the required number of runs. Its failures are included in rates again.",
};

/** Ends quarantines that have expired or had enough clean runs, and notifies their authors. */
export async function releaseQuarantines(
  context: Pick<Context, "backgroundDb" | "bus" | "clock" | "db" | "log">,
): Promise<void> {
  for (const { projectId, testId, byUserId, why, title } of await releaseDue(context.backgroundDb, context.clock())) {
    context.bus.publish({ about: "trends", projectId });
    if (byUserId === null) continue;
    await notify(
      context,
      { userIds: [byUserId] },
      {
        topic: "other",
        title: `${title} left quarantine`,
        message: messages[why],
        type: "success",
        metadata: {},
        projectId,
        actionUrl: `/tests/${testId}`,
      },
    );
  }
}
