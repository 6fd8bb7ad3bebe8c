import { type GateReport, maxGateFailures, readGate } from "@plumb/contract/runs/gate.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { gateFailures, gateRuns, type GateRun } from "#store/runs/gate.ts";

export function gateRoutes(api: Api<"db" | "publicUrl">): void {
  api.route(readGate, async ({ context, projectId, query }) => {
    const { db } = context;
    const { runs, count } = await gateRuns(db, projectId, query);
    if (runs.length === 0 && query.build === undefined)
      throw new ApiError("not_found", "The requested report could not be found.");
    const data: GateReport[] = [];
    for (const run of runs) data.push(await gateReport(db, projectId, run, context.publicUrl()));
    return { data, count };
  });
}

async function gateReport(db: Db, projectId: number, run: GateRun, publicUrl: string): Promise<GateReport> {
  const url = `${publicUrl}/reports/${run.reportId}`;
  const { failures, tests, comparedWith, baseBranches } = await gateFailures(
    db,
    projectId,
    run.reportId,
    maxGateFailures,
  );
  return {
    ...run,
    url,
    failures: [...failures],
    tests: tests.map(({ resultId, titlePath, ...test }) => ({
      ...test,
      name: titlePath.join(" › "),
      url: `${url}?result=${resultId}`,
    })),
    comparedWith: comparedWith && {
      number: comparedWith.number,
      branch: comparedWith.branch,
      url: `${publicUrl}/reports/${comparedWith.id}`,
    },
    baseBranches: [...baseBranches],
  };
}
