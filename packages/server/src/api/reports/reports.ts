import { listProblems, listReports, locateReport, readReport, type Report } from "@plumb/contract/reports.ts";
import { listResults, locateResult, readResult } from "@plumb/contract/results.ts";
import { artifactLinks } from "#api/artifacts/artifact-links.ts";
import { presentResult } from "#api/reports/present-result.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#http/failure.ts";
import { artifactsOfResults } from "#store/artifacts.ts";
import { resultGenerations, resultOffset, resultWindow } from "#store/results.ts";
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

  api.route(listResults, async ({ context, projectId, params, query }) => {
    const words = wordsOf(query.search);
    const { offset, limit, status } = query;
    const { rows, total } = await resultWindow(context.db, {
      projectId,
      runId: params.reportId,
      offset,
      limit,
      status,
      words,
    });
    return { data: rows, total };
  });

  api.route(locateResult, async ({ context, projectId, params, query }) => {
    const selection = { projectId, runId: params.reportId, status: query.status, words: wordsOf(query.search) };
    return { data: { offset: await resultOffset(context.db, selection, params.resultId) } };
  });

  api.route(readResult, async ({ context, projectId, params, request }) => {
    const generations = await resultGenerations(context.db, projectId, params.reportId, params.resultId);
    const ids = generations.map(({ id }) => id);
    const result = presentResult(
      generations,
      await artifactsOfResults(context.db, projectId, params.reportId, ids),
      artifactLinks(context, request, projectId),
    );
    if (result === null) throw new Failure("not_found", "This report has no such test result.");
    return { data: result };
  });
}

function wordsOf(search = ""): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
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
