import type { VerdictQuality } from "@plumb/contract/failures/decisions.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { reviewedParts, type ReviewedPart } from "#store/failures/decisions.ts";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import { asGroup } from "#read-models/failures/failure-columns.ts";
import { type FailureSelection, type SelectedFailures } from "#read-models/failures/failure-selection.ts";
import { selectFailures } from "#read-models/failures/selected-failures.ts";
import { groupsById } from "#store/failures/groups/groups.ts";
import { failuresByRule } from "#read-models/failures/rule-reach.ts";
import { rulesOf } from "#store/failures/rules/rules.ts";

/** Returns how often users confirmed the engine's class in a period, and decision counts of the project's rules. */
export async function verdictQuality(index: FailureIndex, selection: FailureSelection): Promise<VerdictQuality> {
  const { projectId } = selection;
  const from = selection.from === null ? null : new Date(selection.from);
  const until = selection.until === null ? null : new Date(selection.until);
  const all = await reviewedParts(index.db, projectId, { from, until });
  // Rules of the project are decisions of users, so they do not measure the engine.
  const parts = all.filter(({ kind }) => kind !== "project-rule");
  return {
    ...counted(parts),
    byClass: failureClasses.map((name) => ({
      class: name,
      ...counted(parts.filter(({ given }) => given === name)),
    })),
    confusion: failureClasses.flatMap((input) =>
      failureClasses.flatMap((right) => {
        const count = sum(parts.filter((part) => part.given === input && part.right === right));
        return count === 0 ? [] : [{ from: input, to: right, count }];
      }),
    ),
    byDecider: await byDecider(index, selection, all),
  };
}

async function byDecider(
  index: FailureIndex,
  selection: FailureSelection,
  parts: readonly ReviewedPart[],
): Promise<VerdictQuality["byDecider"]> {
  const selected = await selectFailures(index, selection);
  const failures = failuresOfEngine(selected);
  const deciders = new Map<string, VerdictQuality["byDecider"][number]>();
  const deciderOf = (kind: ReviewedPart["kind"], name: string | null) => {
    const visible = kind === "rule" || kind === "project-rule" ? (name ?? "") : "";
    const key = `${kind} ${visible}`;
    const known = deciders.get(key) ?? { kind, name: visible, failures: 0, reviewed: 0, kept: 0 };
    deciders.set(key, known);
    return known;
  };
  for (const { id, decidedBy, decidedName, ruleId } of await groupsById(index.db, selection.projectId, [
    ...failures.keys(),
  ])) {
    if (decidedBy === null || decidedBy === "person" || ruleId !== null) continue;
    deciderOf(decidedBy, decidedName).failures += failures.get(id) ?? 0;
  }
  const ofRules = failuresByRule(selected);
  for (const { id, name, enabled } of await rulesOf(index.db, selection.projectId))
    if (enabled) deciderOf("project-rule", name).failures += ofRules.get(id) ?? 0;
  for (const part of parts) {
    const decider = deciderOf(part.kind, part.name);
    decider.reviewed += part.count;
    if (part.given === part.right) decider.kept += part.count;
  }
  return [...deciders.values()].toSorted((a, b) => b.failures - a.failures || b.reviewed - a.reviewed);
}

/** Counts failures by group, except those decided by a user or a rule. */
function failuresOfEngine({
  counts,
  failures: { columns, pairGroups, pairRules },
}: SelectedFailures): Map<number, number> {
  const failures = new Map<number, number>();
  for (const [pair, { class: own }] of columns.pairList.entries()) {
    const [group, count] = [pairGroups[pair] as number, counts[pair] as number];
    const isEngines = own === asGroup && pairRules[pair] === 0;
    if (isEngines && group !== 0 && count > 0) failures.set(group, (failures.get(group) ?? 0) + count);
  }
  return failures;
}

function counted(parts: readonly ReviewedPart[]): { reviewed: number; kept: number } {
  return { reviewed: sum(parts), kept: sum(parts.filter(({ given, right }) => given === right)) };
}

function sum(parts: readonly ReviewedPart[]): number {
  return parts.reduce((total, { count }) => total + count, 0);
}
