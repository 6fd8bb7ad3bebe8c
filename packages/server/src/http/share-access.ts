import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { readSharedView, type ShareKind, type ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { compareReports } from "@plumb/contract/runs/compare.ts";
import { listProblems, readReport } from "@plumb/contract/runs/reports.ts";
import {
  listResultGroups,
  listResults,
  listResultsById,
  locateResult,
  readResult,
} from "@plumb/contract/runs/results.ts";
import { readRunOutput } from "@plumb/contract/runs/run-output.ts";
import { readWeek } from "@plumb/contract/trends/week.ts";
import { type Authorised, type Caller, notShared } from "./caller.ts";

type Sharing = Extract<Caller, { kind: "share" }>;
type Values = Readonly<Record<string, unknown>>;

/** A call without its body, which is checked later. */
interface AddressOfCall {
  readonly params: unknown;
  readonly query: unknown;
}

const reportEndpoints: readonly Endpoint[] = [
  readReport,
  listProblems,
  readRunOutput,
  listResults,
  listResultsById,
  listResultGroups,
  locateResult,
  readResult,
];

/**
 * Endpoints of each kind of link. They read one report, one result, one pair of reports or one week, and nothing about others: no history of a test, no
 * changes since another report, no lists.
 */
const endpointsOf: Readonly<Record<ShareKind, readonly Endpoint[]>> = {
  report: reportEndpoints,
  failure: [readResult],
  comparison: [compareReports],
  week: [readWeek],
};

/**
 * Authorises a call of a share link. Returns `null` if the body must be checked, too.
 *
 * @throws ApiError `forbidden` for everything but the target of the link
 */
export function authoriseShared(
  caller: Sharing,
  endpoint: Endpoint,
  call: AddressOfCall,
  isInBody: boolean,
): Authorised | null {
  const { target, projectId } = caller.link;
  if (endpoint === readSharedView) return { caller, projectId };
  if (!endpointsOf[target.kind].includes(endpoint)) throw notShared();
  if (isInBody && endpoint === compareReports) return null;
  const query = call.query as Values;
  if (!isTarget(target, call.params as Values, query)) throw notShared();
  // No endpoint needs the project, because the link has one.
  if (query["projectId"] !== undefined && query["projectId"] !== projectId) throw notShared();
  return { caller, projectId };
}

/** @throws ApiError `forbidden` for another pair of reports than that of the link */
export function authoriseSharedBody(caller: Sharing, endpoint: Endpoint, body: unknown): Authorised {
  const { target, projectId } = caller.link;
  if (endpoint !== compareReports || target.kind !== "comparison") throw notShared();
  if (!isSame((body as Values)["reportIds"], [target.baseId, target.headId])) throw notShared();
  return { caller, projectId };
}

function isTarget(target: ShareTarget, params: Values, query: Values): boolean {
  if (target.kind === "report") return params["reportId"] === target.reportId;
  if (target.kind === "failure")
    return params["reportId"] === target.reportId && params["resultId"] === target.resultId;
  if (target.kind === "comparison") return false;
  return (["week", "timeZone", "suite", "owner"] as const).every((name) => isSame(query[name], target[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
