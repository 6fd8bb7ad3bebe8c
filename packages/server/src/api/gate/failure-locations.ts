import { failureLocation } from "@plumb/analysis/errors/failure-location.ts";
import { type GateFailure, maxLocatedFailures } from "@plumb/contract/runs/gate.ts";
import type { Db } from "#store/db.ts";
import { lastErrors } from "#store/results/result-detail.ts";
import { resultGenerations } from "#store/results/results.ts";

/** Returns the line of a failure, with its key to add to it. */
export type FailureLocator = (runId: number, resultId: number) => Promise<Pick<GateFailure, "location">>;

/** Returns a function that reads the lines of a limited number of failures. New failures come first in each report. */
export function createFailureLocator(db: Db, projectId: number): FailureLocator {
  let located = 0;
  return async (runId, resultId) => {
    located += 1;
    if (located > maxLocatedFailures) return {};
    const result = (await resultGenerations(db, projectId, runId, resultId)).at(-1);
    if (result === undefined) return { location: null };
    const { file, detail } = result;
    return { location: failureLocation({ file, line: detail?.line ?? null, errors: lastErrors(detail) }) };
  };
}
