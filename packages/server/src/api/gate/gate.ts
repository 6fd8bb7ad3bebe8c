import { type GateFailure, type GateReport, readGate } from "@plumb/contract/runs/gate.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import { gateFailures, gateRuns, type GateRun } from "#store/runs/gate.ts";
import { suiteChanges } from "#store/runs/suite-changes.ts";
import { createFailureLocator, type FailureLocator } from "./failure-locations.ts";

export function gateRoutes(api: Api<"db" | "publicUrl">): void {
  api.route(readGate, async ({ context, projectId, query }) => {
    const { db } = context;
    const { runs, count } = await gateRuns(db, projectId, query);
    if (runs.length === 0 && (query.reportId ?? query.number) !== undefined)
      throw new ApiError("not_found", "The requested report could not be found.");
    const data: GateReport[] = [];
    const wish = {
      projectId,
      publicUrl: context.publicUrl(),
      withSuiteChanges: query.suiteChanges,
      page: { offset: query.offset, limit: query.limit },
      locate: query.locations ? createFailureLocator(db, projectId) : null,
    };
    for (const run of runs) data.push(await gateReport(db, run, wish));
    return { data, count };
  });
}

interface GateWish {
  readonly projectId: number;
  readonly publicUrl: string;
  readonly withSuiteChanges: boolean;
  readonly page: { readonly offset: number; readonly limit: number };
  readonly locate: FailureLocator | null;
}

async function gateReport(
  db: Db,
  run: GateRun,
  { projectId, publicUrl, withSuiteChanges, page, locate }: GateWish,
): Promise<GateReport> {
  const url = `${publicUrl}/reports/${run.reportId}`;
  const { failures, tests, comparedWith, baseBranches } = await gateFailures(db, projectId, run.reportId, page);
  const changes =
    withSuiteChanges && comparedWith !== null
      ? await suiteChanges(db, { projectId, baseId: comparedWith.id, headId: run.reportId }, 0)
      : null;
  const listed: GateFailure[] = [];
  for (const { resultId, titlePath, ...test } of tests)
    listed.push({
      ...test,
      ...(await locate?.(run.reportId, resultId)),
      name: titlePath.join(" › "),
      url: `${url}?result=${resultId}`,
    });
  return {
    ...run,
    url,
    failures: [...failures],
    tests: listed,
    comparedWith: comparedWith && {
      number: comparedWith.number,
      branch: comparedWith.branch,
      url: `${publicUrl}/reports/${comparedWith.id}`,
    },
    suiteChanges: changes && { removed: changes.removed.count, newlySkipped: changes.newlySkipped.count },
    baseBranches: [...baseBranches],
  };
}
