import { retainedDays } from "./retained-exports.ts";
import type { Context } from "#core/context.ts";
import { notify } from "#inbox/notify.ts";
import type { StoredExport } from "#store/exports/exports.ts";

/** Users who requested a large or slow export have probably left the page. */
const largeTests = 2000;
const longMs = 10_000;

const named = { pdf: "PDF", json: "JSON", html: "HTML export" } as const;

/** Notifies the user who requested a large export that it is ready, or why it failed. `error` is `null` if it is ready. */
export async function notifyExportEnded(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  made: StoredExport,
  error: string | null,
): Promise<void> {
  const tookMs = context.clock().getTime() - made.createdAt.getTime();
  if (made.requesterId === null || (made.total <= largeTests && tookMs < longMs)) return;
  const what = `${named[made.format]} of ${made.testSuite} #${made.reportNumber}`;
  await notify(
    context,
    { userIds: [made.requesterId] },
    {
      topic: "other",
      projectId: made.projectId,
      title: error === null ? `Your ${what} is ready` : `Your ${what} could not be created`,
      message: error ?? `${made.fileName} can be downloaded for ${retainedDays} days.`,
      type: error === null ? "success" : "error",
      actionUrl: `/reports/${made.reportId}?export=${made.exportId}`,
      metadata: {},
    },
  );
}
