import {
  mergeGroups,
  pinGroup,
  readEvidence,
  readLastPass,
  readSuggestedFixes,
  readVerdictQuality,
  reclassify as reclassifyOne,
  reclassifyMany,
  splitGroup,
  undoDecision,
} from "@plumb/contract/failures/decisions.ts";
import type { Context } from "#core/context.ts";
import {
  checkSubClass,
  classesOf,
  countReach,
  type Decider,
  type Reach,
  reachOf,
  reclassify,
  undo,
} from "#failures/decide.ts";
import { evidenceOf, fixesOf } from "#failures/evidence.ts";
import { lastPassOf } from "#failures/last-pass.ts";
import { queueReview } from "#failures/update-incidents.ts";
import { merge, pin, split } from "#failures/regroup.ts";
import { verdictQuality } from "#failures/verdict-quality.ts";
import type { Api, Call } from "#http/api.ts";
import type { Caller } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { failuresOfResults } from "#store/failures/decisions.ts";
import { groupsById } from "#store/failures/groups/groups.ts";
import { selectionOf } from "./failure-window.ts";
import { matchesOf } from "./matching-failures.ts";

export function decisionRoutes(api: Api<"bus" | "clock" | "db" | "failureIndex">): void {
  api.route(reclassifyOne, async ({ context, projectId, params: { testCaseId }, body, ...call }) => {
    const decision = { class: body.primaryClass, subClass: body.subClass };
    checkSubClass(decision);
    const reach = await reachOf(context.db, projectId, testCaseId, body.scope);
    const counts = await reached(context.db, projectId, reach);
    if (body.preview) return { data: { decisionId: null, ...counts } };
    const decisionId = await decided(context, projectId, (transaction) =>
      reclassify(
        transaction,
        deciderOf(projectId, call),
        decision,
        reach,
        reach.groups.length > 0 ? "group" : body.scope,
      ),
    );
    return { data: { decisionId, ...counts } };
  });

  api.route(reclassifyMany, async ({ context, projectId, body, ...call }) => {
    const decision = { class: body.primaryClass, subClass: body.subClass };
    checkSubClass(decision);
    const { groupIds, testCaseIds, unchanged } = await matchesOf(context.failureIndex, body.matching, {
      projectId,
      ...call,
    });
    const reach = {
      groups: await groupsById(context.db, projectId, [...body.groupIds, ...groupIds]),
      failures: await failuresOfResults(context.db, projectId, [...body.testCaseIds, ...testCaseIds]),
    };
    const replaced = await classesOf(context.db, projectId, reach);
    const counts = { ...(await reached(context.db, projectId, reach)), replaced, unchanged };
    if (body.preview || reach.groups.length + reach.failures.length === 0)
      return { data: { decisionId: null, ...counts } };
    const scope = reach.groups.length > 0 ? "group" : "failure";
    const decisionId = await decided(context, projectId, (transaction) =>
      reclassify(transaction, deciderOf(projectId, call), decision, reach, scope),
    );
    return { data: { decisionId, ...counts } };
  });

  api.route(undoDecision, async ({ context, projectId, params: { decisionId }, ...call }) => ({
    data: {
      failures: await decided(context, projectId, (transaction) =>
        undo(transaction, deciderOf(projectId, call), decisionId),
      ),
    },
  }));

  api.route(mergeGroups, async ({ context, projectId, body: { groupIds }, ...call }) => ({
    data: await decided(context, projectId, (transaction) => merge(transaction, deciderOf(projectId, call), groupIds)),
  }));

  api.route(splitGroup, async ({ context, projectId, params: { groupId }, body: { signatures }, ...call }) => ({
    data: await decided(context, projectId, (transaction) =>
      split(transaction, deciderOf(projectId, call), groupId, signatures),
    ),
  }));

  api.route(pinGroup, async ({ context, projectId, params: { groupId }, body: { pinned } }) => {
    await decided(context, projectId, (transaction) => pin(transaction, projectId, groupId, pinned));
    return { data: { pinned } };
  });

  api.read(readLastPass, async ({ context: { db }, projectId, params: { testCaseId } }) => ({
    data: await lastPassOf(db, projectId, testCaseId),
  }));

  api.route(readEvidence, async ({ context: { db }, projectId, params: { testCaseId } }) => ({
    data: await evidenceOf(db, projectId, testCaseId),
  }));

  api.route(readSuggestedFixes, async ({ context: { db }, projectId, params: { testCaseId } }) => ({
    data: await fixesOf(db, projectId, testCaseId),
  }));

  api.read(readVerdictQuality, async ({ context: { failureIndex }, projectId, query, caller, now }) => ({
    data: await verdictQuality(failureIndex, selectionOf(query, { projectId, caller, now })),
  }));
}

export function deciderOf(
  projectId: number,
  { caller, now }: Pick<Call<never>, "now"> & { readonly caller: Caller },
): Decider {
  return { projectId, userId: caller.kind === "user" ? caller.user.id : null, now };
}

/** Stores a decision and notifies open pages of the project after the commit. */
export async function decided<Value>(
  { db, bus, clock }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
  decide: (transaction: Db) => Promise<Value>,
): Promise<Value> {
  const value = await db.transaction().execute(async (transaction) => {
    const decision = await decide(transaction);
    await queueReview(transaction, projectId, clock());
    return decision;
  });
  bus.publish({ about: "failures", projectId });
  bus.publish({ about: "jobs" });
  return value;
}

async function reached(db: Db, projectId: number, reach: Reach): Promise<{ failures: number; groups: number }> {
  return { failures: await countReach(db, projectId, reach), groups: reach.groups.length };
}
