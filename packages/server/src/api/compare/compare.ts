import { compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#core/failure.ts";
import { changeCounts, changedTests, comparisonCounts } from "#store/runs/compare.ts";
import { previousRun } from "#store/runs/previous-run.ts";
import { reportById } from "#store/runs/runs.ts";

/** How many tests of each kind are told with the counts. */
const toldTests = 5;

export function compareRoutes(api: Api<"db">): void {
  api.route(compareReports, async ({ context: { db }, projectId, body }) => {
    const [baseId = 0, headId = 0] = body.reportIds;
    const base = await reportById(db, projectId, baseId);
    const head = await reportById(db, projectId, headId);
    if (base === null || head === null) throw new Failure("not_found", "The requested report could not be found.");
    const pair = { projectId, baseId, headId };
    const counts = body.offset === 0 ? await comparisonCounts(db, pair) : null;
    const tests = await changedTests(db, pair, { show: body.show, offset: body.offset, limit: body.limit });
    return { data: { base, head, counts, tests } };
  });

  api.route(readReportChanges, async ({ context: { db }, projectId, params: { reportId } }) => {
    const tests = { newFailure: [], stillFailing: [], fixed: [], newlyFlaky: [] };
    const base = await previousRun(db, projectId, reportId);
    if (base === null) return { data: { base, counts: null, tests } };
    const pair = { projectId, baseId: base.id, headId: reportId };
    const counts = await changeCounts(db, pair);
    const first = (show: keyof typeof tests) =>
      counts[show] === 0 ? [] : changedTests(db, pair, { show, offset: 0, limit: toldTests });
    const told = {
      newFailure: await first("newFailure"),
      stillFailing: await first("stillFailing"),
      fixed: await first("fixed"),
      newlyFlaky: await first("newlyFlaky"),
    };
    return { data: { base, counts, tests: told } };
  });
}
