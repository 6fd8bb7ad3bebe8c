import { listProblems, listReports, locateReport, readReport, type Report } from "@plumb/contract/reports.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#http/failure.ts";
import { problemsOfRun, reportById, reportPage, runNumbered } from "#store/runs.ts";

export function reportRoutes(api: Api): void {
  api.route(listReports, async ({ context, projectId, query }) => {
    const { limit, sortOrder: order } = query;
    const page = await reportPage(context.db, { projectId, limit: limit + 1, order, after: readCursor(query.cursor) });
    const last = page.length > limit ? page[limit - 1] : undefined;
    return { data: page.slice(0, limit), nextCursor: last === undefined ? null : writeCursor(last) };
  });

  api.route(readReport, async ({ context, projectId, params }) => {
    const report = await reportById(context.db, projectId, params.reportId);
    if (report === null) throw new Failure("not_found", "The requested report could not be found.");
    return { data: report };
  });

  api.route(locateReport, async ({ context, projectId, params }) => {
    const id = await runNumbered(context.db, projectId, params.number);
    if (id === null) throw new Failure("not_found", `This project has no report #${params.number}.`);
    return { data: { id } };
  });

  api.route(listProblems, async ({ context, projectId, params }) => ({
    data: await problemsOfRun(context.db, projectId, params.reportId, 200),
  }));
}

function writeCursor(report: Report): string {
  return Buffer.from(JSON.stringify([report.startTime, report.id])).toString("base64url");
}

function readCursor(cursor: string | undefined): { startedAt: string; id: number } | null {
  if (cursor === undefined) return null;
  try {
    const [startedAt, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [unknown, unknown];
    if (typeof startedAt === "string" && !Number.isNaN(Date.parse(startedAt)) && typeof id === "number")
      return { startedAt, id };
  } catch {
    // Falls through to the refusal.
  }
  throw new Failure("invalid", "cursor: this is not a cursor that an earlier page gave.");
}
