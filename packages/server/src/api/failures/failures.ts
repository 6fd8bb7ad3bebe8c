import {
  autoClassify,
  type DefectSummary,
  listFailureFilters,
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  maxFailureOptions,
  readDefectSummary,
} from "@plumb/contract/failures/failures.ts";
import { rate } from "@plumb/contract/figures.ts";
import { autoClassify as classifyAgain } from "#failures/auto-classify.ts";
import type { Api } from "#http/api.ts";
import type { Db } from "#store/db.ts";
import { countUncollected } from "#store/failures/collection.ts";
import { suiteRunsOf, testCasesOf, totalsOf } from "#read-models/failures/failure-lists.ts";
import { failureOptions } from "#read-models/failures/failure-options.ts";
import { askFailures, type FailureSelection } from "#read-models/failures/failure-selection.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { groupsOf, statesNow } from "#read-models/failures/group-lists.ts";
import { reviewedVerdicts } from "#store/failures/decisions.ts";
import { type FailureIndex, unclassified } from "#read-models/failures/failure-index.ts";
import { presentGroups } from "./present-groups.ts";
import { selectionOf, windowBefore } from "./failure-window.ts";
import { presentSuiteRun, presentTestCases } from "./present-failures.ts";

/** Number of tests per cause in the list. */
const testsOfRow = 3;

export function failureRoutes(api: Api<"bus" | "db" | "failureIndex">): void {
  api.read(listFailureFilters, async ({ context: { failureIndex }, projectId, query: { find = "" } }) => ({
    data: await failureOptions(failureIndex, projectId, find.trim().toLowerCase(), maxFailureOptions),
  }));

  api.read(readDefectSummary, async ({ context: { failureIndex }, projectId, query, caller, now }) => {
    const selection = selectionOf(query, { projectId, caller, now });
    return { data: await summaryOf(failureIndex, selection, now) };
  });

  api.read(listTestCaseFailures, async ({ context: { failureIndex }, projectId, query, caller, now }) => {
    const selected = await selectFailures(failureIndex, selectionOf(query, { projectId, caller, now }));
    const all = testCasesOf(selected);
    const page = all.slice(query.offset, query.offset + query.limit);
    return { data: await presentTestCases(failureIndex.db, selected, projectId, page), total: all.length };
  });

  api.read(listSuiteRunFailures, async ({ context: { failureIndex }, projectId, query, caller, now }) => {
    const selected = await askFailures(failureIndex, selectionOf(query, { projectId, caller, now }));
    const states = await statesNow(failureIndex, selected, { projectId, now });
    const { runs, total } = suiteRunsOf(selected, states, query);
    return { data: runs.map(presentSuiteRun), total };
  });

  api.read(listFailureGroups, async ({ context: { failureIndex }, projectId, query, caller, now }) => {
    const selected = await selectFailures(failureIndex, selectionOf(query, { projectId, caller, now }));
    const states = await statesNow(failureIndex, selected, { projectId, now });
    const { sortBy, state, offset, limit } = query;
    const all = groupsOf(selected, states, { sortBy, state });
    const page = all.slice(offset, offset + limit);
    return {
      data: await presentGroups(failureIndex.db, projectId, selected, { page, maxTests: testsOfRow }),
      total: all.length,
    };
  });

  api.route(autoClassify, async ({ context: { bus, db, failureIndex }, projectId, query, caller, now }) => {
    const selection = { ...selectionOf(query, { projectId, caller, now }), class: unclassified };
    const before = await selectFailures(failureIndex, selection);
    const groupIds = groupsOf(before, new Map(), { sortBy: "lastSeen", state: undefined }).map(({ id }) => id);
    if (groupIds.length > 0) {
      await classifyAgain(db, { projectId, now }, groupIds);
      bus.publish({ about: "failures", projectId });
    }
    const after = await selectFailures(failureIndex, selection);
    return {
      data: {
        classified: Math.max(0, before.total - after.total),
        unclassified: after.total,
        pendingRuns: await pendingRuns(db, selection),
      },
    };
  });
}

async function summaryOf(index: FailureIndex, selection: FailureSelection, now: Date): Promise<DefectSummary> {
  const { projectId } = selection;
  const selected = await selectFailures(index, selection);
  const states = await statesNow(index, selected, { projectId, now });
  const { total, byClass, groups, duplicateGroups, newGroups } = totalsOf(selected, states);
  const before = windowBefore(selection, now);
  const [defects = 0, data = 0, automation = 0, environment = 0, unknown = 0, without = 0] = byClass;
  return {
    totalFailures: total,
    classifiedPercent: rate(total - without, total) ?? 0,
    unclassified: without,
    duplicateGroups,
    automationErrors: automation,
    dataIssues: data,
    environmentIssues: environment,
    applicationDefects: defects,
    unknownFailures: unknown,
    groups,
    newGroups,
    previousFailures: before === null ? null : (await selectFailures(index, before)).total,
    ...(await reviewedVerdicts(index.db, projectId)),
    pendingRuns: await pendingRuns(index.db, selection),
  };
}

/** Browsers, tags and owners are unknown until failures are collected, so only run filters apply. */
function pendingRuns(db: Db, { projectId, runIds, filter }: FailureSelection): Promise<number> {
  return countUncollected(db, projectId, { runIds, ...filter });
}
