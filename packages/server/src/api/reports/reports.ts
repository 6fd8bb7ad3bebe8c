import { listProblems, locateReport, readReport } from "@plumb/contract/runs/reports.ts";
import { readRunOutput } from "@plumb/contract/runs/run-output.ts";
import { artifactLinks } from "#api/artifacts/artifact-links.ts";
import { presentArtifact } from "#runs/present-artifact.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#core/failure.ts";
import { missingShards, problemsOfRun, reportById, runNumbered } from "#store/runs/runs.ts";
import { filesOfRun, printedByRun } from "#store/runs/run-output.ts";

export function reportRoutes(api: Api<"artifactPort" | "clock" | "config" | "db" | "signer">): void {
  api.route(readReport, async ({ context, projectId, params }) => {
    const report = await reportById(context.db, projectId, params.reportId);
    if (report === null) throw new Failure("not_found", "The requested report could not be found.");
    const missing = report.status === "running" ? await missingShards(context.db, projectId, report.id) : null;
    return { data: { ...report, ...(missing !== null && { missingShards: missing }) } };
  });

  api.route(locateReport, async ({ context, projectId, params }) => {
    const id = await runNumbered(context.db, projectId, params.number);
    if (id === null) throw new Failure("not_found", `This project has no report #${params.number}.`);
    return { data: { id } };
  });

  api.route(listProblems, async ({ context, projectId, params }) => ({
    data: await problemsOfRun(context.db, projectId, params.reportId, 200),
  }));

  api.route(readRunOutput, async ({ context, projectId, params, request }) => {
    const linksOf = artifactLinks(context, request, projectId);
    const files = await filesOfRun(context.db, projectId, params.reportId, 200);
    return {
      data: {
        printed: await printedByRun(context.db, projectId, params.reportId, 200),
        files: files.map((file) => presentArtifact(file, 0, linksOf)),
      },
    };
  });
}
