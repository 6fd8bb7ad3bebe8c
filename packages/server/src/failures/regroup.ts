import { ApiError } from "#core/api-error.ts";
import { bumpRevision } from "#store/sql/revisions.ts";
import type { Db } from "#store/db.ts";
import { insertDecision } from "#store/failures/decisions.ts";
import {
  groupsById,
  insertGroups,
  joinGroups,
  pinStoredGroup,
  type StoredGroup,
} from "#store/failures/groups/groups.ts";
import { type KnownSignature, placeSignatures, signaturesOfGroups } from "#store/failures/signatures.ts";
import type { Decider } from "./decide.ts";
import { groupClass } from "./group-class.ts";
import { ruleSetOf } from "./rules/rule-set.ts";
import { settleGroups } from "./settle-groups.ts";

interface Regrouped {
  readonly decisionId: number;
  readonly groupId: number;
}

/**
 * Merges groups into the first one.
 *
 * @throws ApiError `not_found` if one of them does not exist.
 */
export async function merge(
  transaction: Db,
  { projectId, userId, now }: Decider,
  groupIds: readonly number[],
): Promise<Regrouped> {
  const revision = await bumpRevision(transaction, "failure", projectId);
  const ids = [...new Set(groupIds)];
  const groups = await standingGroups(transaction, projectId, ids);
  const [into = 0, ...from] = ids;
  if (from.length === 0) throw new ApiError("invalid", "Select at least two causes.");
  const signatures = await signaturesOfGroups(transaction, projectId, ids);
  const decisionId = await insertDecision(transaction, projectId, {
    kind: "merge",
    class: null,
    subClass: null,
    scope: null,
    subject: { groupIds: ids, resultIds: [] },
    before: { groups, failures: [], signatures: signatures.map(standing) },
    byUserId: userId,
    now,
  });
  await joinGroups(transaction, projectId, { from, into, by: "person", revision });
  // The errors that were already in the group now also belong to it by decision of a user.
  const own = signatures.filter(({ groupId }) => groupId === into).map(({ id }) => id);
  await placeSignatures(transaction, projectId, { ids: own, groupId: into, by: "person", revision });
  await settleGroups(transaction, { projectId, revision, ruleSet: await ruleSetOf(transaction, projectId) }, [into]);
  return { decisionId, groupId: into };
}

/**
 * Moves some errors of a group to a new group.
 *
 * @throws ApiError `not_found`, or `invalid` if no errors would be left.
 */
export async function split(
  transaction: Db,
  { projectId, userId, now }: Decider,
  groupId: number,
  requested: readonly string[],
): Promise<Regrouped> {
  const revision = await bumpRevision(transaction, "failure", projectId);
  await standingGroups(transaction, projectId, [groupId]);
  const all = await signaturesOfGroups(transaction, projectId, [groupId]);
  const names = new Set(requested);
  const away = all.filter(({ signature }) => names.has(signature));
  if (away.length !== names.size)
    throw new ApiError("not_found", "Some of these errors are no longer part of this cause.");
  if (away.length === all.length) throw new ApiError("invalid", "Leave at least one error in the original cause.");
  const ruleSet = await ruleSetOf(transaction, projectId);
  const [made = 0] = await insertGroups(transaction, projectId, [groupClass(away, ruleSet)], revision);
  const decisionId = await insertDecision(transaction, projectId, {
    kind: "split",
    class: null,
    subClass: null,
    scope: null,
    subject: { groupIds: [groupId, made], resultIds: [] },
    before: { groups: [], failures: [], signatures: all.map(standing) },
    byUserId: userId,
    now,
  });
  await placeSignatures(transaction, projectId, {
    ids: away.map(({ id }) => id),
    groupId: made,
    by: "person",
    revision,
  });
  const rest = all.filter(({ signature }) => !names.has(signature)).map(({ id }) => id);
  await placeSignatures(transaction, projectId, { ids: rest, groupId, by: "person", revision });
  await settleGroups(transaction, { projectId, revision, ruleSet }, [groupId]);
  return { decisionId, groupId: made };
}

/**
 * Marks causes as different, so that they are never proposed as duplicates or joined.
 *
 * @throws ApiError `not_found` if one of them does not exist.
 */
export async function keepApart(
  transaction: Db,
  { projectId, userId, now }: Decider,
  groupIds: readonly number[],
): Promise<number> {
  await bumpRevision(transaction, "failure", projectId);
  const ids = [...new Set(groupIds)];
  if (ids.length < 2) throw new ApiError("invalid", "Choose two causes.");
  await standingGroups(transaction, projectId, ids);
  const signatures = await signaturesOfGroups(transaction, projectId, ids);
  return await insertDecision(transaction, projectId, {
    kind: "apart",
    class: null,
    subClass: null,
    scope: null,
    subject: { groupIds: ids, resultIds: [] },
    before: { groups: [], failures: [], signatures: signatures.map(standing) },
    byUserId: userId,
    now,
  });
}

/** @throws ApiError `not_found` if the group does not exist. */
export async function pin(transaction: Db, projectId: number, groupId: number, pinned: boolean): Promise<void> {
  const revision = await bumpRevision(transaction, "failure", projectId);
  await standingGroups(transaction, projectId, [groupId]);
  await pinStoredGroup(transaction, projectId, groupId, { pinned, revision });
}

async function standingGroups(db: Db, projectId: number, ids: readonly number[]): Promise<StoredGroup[]> {
  const groups = await groupsById(db, projectId, ids);
  if (groups.length < ids.length || groups.some(({ mergedInto }) => mergedInto !== null))
    throw new ApiError("not_found", "A cause no longer exists or was merged into another one. Load the page again.");
  return groups;
}

function standing({ id, groupId, placedBy }: KnownSignature) {
  return { id, groupId, placedBy };
}
