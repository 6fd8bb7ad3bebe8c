import { listProblems, locateReport, readReport } from "@plumb/contract/runs/reports.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#core/failure.ts";
import { problemsOfRun, reportById, runNumbered } from "#store/runs/runs.ts";

export function reportRoutes(api: Api): void {
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
