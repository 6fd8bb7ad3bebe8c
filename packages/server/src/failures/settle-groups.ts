import type { Db } from "#store/db.ts";
import { classifyGroup, type GroupClass, groupsById } from "#store/failures/groups/groups.ts";
import { signaturesOfGroups } from "#store/failures/signatures.ts";
import { groupClass } from "./group-class.ts";
import type { RuleSet } from "./rules/rule-set.ts";

interface Target {
  readonly projectId: number;
  readonly revision: number;
  readonly ruleSet: RuleSet;
}

/** Updates the class of causes by current rules and verdicts; decisions of users are kept. */
export async function settleGroups(
  transaction: Db,
  { projectId, revision, ruleSet }: Target,
  groupIds: readonly number[],
): Promise<void> {
  const groups = await groupsById(transaction, projectId, groupIds);
  const open = groups.filter(({ decidedBy, mergedInto }) => decidedBy !== "person" && mergedInto === null);
  const ids = open.map(({ id }) => id);
  const members = Map.groupBy(await signaturesOfGroups(transaction, projectId, ids), ({ groupId }) => groupId);
  for (const group of open) {
    const groupVerdict = groupClass(members.get(group.id) ?? [], ruleSet);
    if (!isSame(group, groupVerdict))
      await classifyGroup(transaction, projectId, group.id, { ...groupVerdict, revision });
  }
}

/** Compares confidences in single precision, as the database stores them. */
function isSame(one: GroupClass, other: GroupClass): boolean {
  return (
    one.class === other.class &&
    one.subClass === other.subClass &&
    one.decidedBy === other.decidedBy &&
    one.decidedName === other.decidedName &&
    one.ruleId === other.ruleId &&
    Math.fround(one.confidence ?? -1) === Math.fround(other.confidence ?? -1)
  );
}
