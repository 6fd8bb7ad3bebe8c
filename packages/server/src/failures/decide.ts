import type { AppliedClass } from "@plumb/analysis/classification/applied-class.ts";
import type { DecisionScope } from "@plumb/contract/failures/decisions.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { classOf, subClasses, type SubClass } from "@plumb/analysis/classification/taxonomy.ts";
import { ApiError } from "#core/api-error.ts";
import type { Db } from "#store/db.ts";
import {
  classifyFailures,
  countFailures,
  type DecidedFailure,
  decisionById,
  failuresLike,
  failuresOfResults,
  insertDecision,
  markUndone,
  type StoredDecision,
} from "#store/failures/decisions.ts";
import { appliedClasses } from "#store/failures/rules/own-classes.ts";
import { classifyGroup, groupsById, type StoredGroup } from "#store/failures/groups/groups.ts";
import { restoreSignatures } from "#store/failures/signatures.ts";
import { ruleSetOf } from "./rules/rule-set.ts";
import { settleGroups } from "./settle-groups.ts";

/** The user who decides, with project and time. */
export interface Decider {
  readonly projectId: number;
  readonly userId: number | null;
  readonly now: Date;
}

/** A user's decision. */
export interface ClassDecision {
  readonly class: FailureClass;
  /** If `undefined`, failures and causes that already have the class keep their sub-class. */
  readonly subClass: string | null | undefined;
}

/** @throws ApiError `invalid` if the sub-class does not belong to the class. */
export function checkSubClass({ class: name, subClass }: ClassDecision): void {
  if (subClass == null || (subClass in subClasses && classOf(subClass as SubClass) === name)) return;
  const codes = Object.keys(subClasses).filter((code) => classOf(code as SubClass) === name);
  throw new ApiError("invalid", `${subClass} is not a sub-class of ${name}. Choose one of ${codes.join(", ")}.`);
}

/** Targets of a decision: whole causes and single failures. */
export interface Reach {
  readonly groups: readonly StoredGroup[];
  readonly failures: readonly DecidedFailure[];
}

/**
 * Returns the failures that a decision affects. A failure without an error has no cause, so the decision affects the test at most.
 *
 * @throws ApiError `not_found` if the failure does not exist.
 */
export async function reachOf(db: Db, projectId: number, resultId: number, scope: DecisionScope): Promise<Reach> {
  const [failure] = await failuresOfResults(db, projectId, [resultId]);
  if (failure === undefined)
    throw new ApiError("not_found", "This failure does not exist, or has not been processed yet.");
  if (scope === "failure") return { groups: [], failures: [failure] };
  if (scope === "group" && failure.groupId !== null)
    return { groups: await groupsById(db, projectId, [failure.groupId]), failures: [] };
  return { groups: [], failures: await failuresLike(db, projectId, failure) };
}

/** Returns the number of failures that a decision affects. */
export async function countReach(db: Db, projectId: number, { groups, failures }: Reach): Promise<number> {
  const ofGroups =
    groups.length === 0
      ? 0
      : await countFailures(
          db,
          projectId,
          groups.map(({ id }) => id),
        );
  return ofGroups + failures.length;
}

/**
 * Sets the class of causes and failures.
 *
 * @returns Id of the decision, for undo.
 */
export async function reclassify(
  transaction: Db,
  { projectId, userId, now }: Decider,
  decision: ClassDecision,
  reach: Reach,
  scope: DecisionScope,
): Promise<number> {
  const revision = await bumpRevision(transaction, "failure", projectId);
  // Reads the groups again, because they may have changed.
  const standing = await groupsById(
    transaction,
    projectId,
    reach.groups.map(({ id }) => id),
  );
  const failures = await failuresOfResults(
    transaction,
    projectId,
    reach.failures.map(({ resultId }) => resultId),
  );
  const decisionId = await insertDecision(transaction, projectId, {
    kind: "reclassify",
    class: decision.class,
    subClass: decision.subClass ?? null,
    scope,
    subject: { groupIds: groupIdsOf(standing, failures), resultIds: failures.map(({ resultId }) => resultId) },
    before: {
      groups: standing,
      failures: failures.map(({ id, class: name, subClass, decisionId: by }) => ({
        id,
        class: name,
        subClass,
        decisionId: by,
      })),
      signatures: [],
    },
    byUserId: userId,
    now,
  });
  for (const group of standing)
    await classifyGroup(transaction, projectId, group.id, {
      class: decision.class,
      subClass: subClassAfter(decision, group),
      confidence: 1,
      decidedBy: "person",
      decidedName: String(decisionId),
      ruleId: null,
      revision,
    });
  const visible = await displayClasses(transaction, projectId, decision, failures);
  const own = failures.map(({ id, resultId }) => ({
    id,
    class: decision.class,
    subClass: subClassAfter(decision, visible.get(resultId)),
    decisionId,
  }));
  if (own.length > 0) await classifyFailures(transaction, projectId, own, revision);
  return decisionId;
}

function subClassAfter(
  { class: name, subClass }: ClassDecision,
  before: { readonly class: FailureClass | null; readonly subClass: string | null } | undefined,
): string | null {
  if (subClass !== undefined) return subClass;
  return before?.class === name ? before.subClass : null;
}

/** Returns the current classes of failures, their own or those of their causes. They are only read if the decision sets no sub-class. */
async function displayClasses(
  db: Db,
  projectId: number,
  { subClass }: ClassDecision,
  failures: readonly DecidedFailure[],
) {
  if (subClass !== undefined) return new Map<number, AppliedClass>();
  return appliedClasses(
    db,
    projectId,
    failures.map(({ resultId }) => resultId),
  );
}

/** Counts the affected failures by their current class, largest count first. */
export async function classesOf(
  db: Db,
  projectId: number,
  { groups, failures }: Reach,
): Promise<{ class: FailureClass | null; failures: number }[]> {
  const counts = new Map<FailureClass | null, number>();
  const add = (name: FailureClass | null, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
  for (const [name, similar] of Map.groupBy(groups, (group) => group.class))
    add(
      name,
      await countFailures(
        db,
        projectId,
        similar.map(({ id }) => id),
      ),
    );
  const visible = await appliedClasses(
    db,
    projectId,
    failures.map(({ resultId }) => resultId),
  );
  for (const { resultId } of failures) add(visible.get(resultId)?.class ?? null, 1);
  return [...counts]
    .map(([name, count]) => ({ class: name, failures: count }))
    .filter((each) => each.failures > 0)
    .toSorted((a, b) => b.failures - a.failures);
}

function groupIdsOf(groups: readonly StoredGroup[], failures: readonly DecidedFailure[]): number[] {
  const ids = [...groups.map(({ id }) => id), ...failures.flatMap(({ groupId }) => groupId ?? [])];
  return [...new Set(ids)];
}

/**
 * Undoes a decision. Later changes by others are kept.
 *
 * @throws ApiError `not_found`, or `conflict` if it has already been undone.
 */
export async function undo(transaction: Db, { projectId, userId, now }: Decider, decisionId: number): Promise<number> {
  const revision = await bumpRevision(transaction, "failure", projectId);
  const decision = await decisionById(transaction, projectId, decisionId);
  if (decision === null) throw new ApiError("not_found", "This decision does not exist.");
  if (decision.undone) throw new ApiError("conflict", "This decision was already undone.");
  const { groups, failures, signatures } = decision.before;
  const standing = await groupsById(
    transaction,
    projectId,
    groups.map(({ id }) => id),
  );
  for (const { id, decidedName, decidedBy } of standing) {
    const was = groups.find((group) => group.id === id);
    if (was === undefined || decidedBy !== "person" || decidedName !== String(decisionId)) continue;
    await classifyGroup(transaction, projectId, id, { ...was, revision });
  }
  const own = await failuresOfResults(transaction, projectId, decision.subject.resultIds);
  const back = own.flatMap(({ id, decisionId: by }) => {
    const was = failures.find((failure) => failure.id === id);
    return was === undefined || by !== decisionId ? [] : [was];
  });
  if (back.length > 0) await classifyFailures(transaction, projectId, back, revision);
  if (decision.kind !== "apart" && signatures.length > 0)
    await restoreSignatures(transaction, projectId, signatures, revision);
  // Rules may have changed since the decision, and new errors may have been added.
  const touched = [...standing.map(({ id }) => id), ...decision.subject.groupIds];
  await settleGroups(transaction, { projectId, revision, ruleSet: await ruleSetOf(transaction, projectId) }, touched);
  await markUndone(transaction, projectId, { id: decisionId, byUserId: userId, now });
  return countReach(transaction, projectId, { groups: standing, failures: own });
}

/** Describes a decision for the history of a cause. */
export function decisionText({ kind, class: name, subClass, scope, subject }: StoredDecision): string {
  if (kind === "merge") return `Merged ${subject.groupIds.length} causes`;
  if (kind === "apart") return "Marked two causes as different";
  if (kind === "split") return "Split errors off into a new cause";
  const what = subClass === null ? name : `${name} (${subClasses[subClass as SubClass]})`;
  if (scope === "group") return `All failures of this cause: ${what}`;
  return `${scope === "test" ? "One test" : "One failure"}: ${what}`;
}
