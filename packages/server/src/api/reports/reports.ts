import type { NamedTest } from "@plumb/contract/runs/results.ts";
import { listProblems, locateReport, readReport, type Report } from "@plumb/contract/runs/reports.ts";
import { readRunOutput } from "@plumb/contract/runs/run-output.ts";
import { artifactLinks } from "#api/artifacts/artifact-links.ts";
import { presentArtifact } from "#runs/present-artifact.ts";
import { presentNamedTest } from "#runs/present-result.ts";
import { listReportUploads } from "@plumb/contract/runs/upload-effect.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";
import { resultWindow } from "#read-models/results/result-window.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { missingShards, problemsOfRun, reportById, runNumbered } from "#store/runs/runs.ts";
import { sourcesOfReport, sourceCount } from "#store/runs/report-sources.ts";
import { filesOfRun, printedByRun } from "#store/runs/run-output.ts";
import { quarantinedFailures } from "#store/tests/known-tests.ts";

/** Maximum number of tests in a report. The paged result list contains all of them. */
const maxNamedTests = 10_000;

export function reportRoutes(api: Api<"artifactPort" | "clock" | "config" | "db" | "resultIndex" | "signer">): void {
  api.route(readReport, async ({ context, projectId, params, query, now }) => {
    const found = await reportById(context.db, projectId, params.reportId);
    if (found === null) throw new ApiError("not_found", "The requested report could not be found.");
    const report = await withEstimate(context.db, found, now);
    const missing = report.status === "running" ? await missingShards(context.db, projectId, report.id) : null;
    const tests = query.tests ? await namedTests(context.resultIndex, report) : null;
    const quarantined = await quarantinedFailures(context.db, { projectId, runId: report.id });
    return {
      data: {
        ...report,
        quarantined,
        uploadCount: await sourceCount(context.db, projectId, report.id),
        ...(missing !== null && { missingShards: missing }),
        ...(tests !== null && { tests }),
      },
    };
  });

  api.route(locateReport, async ({ context, projectId, params }) => {
    const id = await runNumbered(context.db, projectId, params.number);
    if (id === null) throw new ApiError("not_found", `This project has no report #${params.number}.`);
    return { data: { id } };
  });

  api.route(listProblems, async ({ context, projectId, params }) => ({
    data: await problemsOfRun(context.db, projectId, params.reportId, 200),
  }));

  api.route(listReportUploads, async ({ context, projectId, params }) => ({
    data: await sourcesOfReport(context.db, projectId, params.reportId, 200),
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

async function namedTests(index: ResultIndex, { projectId, id: runId, metadata }: Report): Promise<NamedTest[]> {
  const all = { projectId, runId, status: undefined, words: [], offset: 0, limit: maxNamedTests };
  const { rows } = await resultWindow(index, all);
  return rows.map((row) => presentNamedTest(row, metadata));
}
