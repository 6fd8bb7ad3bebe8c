import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { GroupClass } from "#store/failures/groups/groups.ts";
import { type RuleSet, ruleOfCause } from "./rules/rule-set.ts";

interface Member {
  readonly signature: string;
  readonly verdict: Verdict;
  readonly ruleIds: readonly number[];
}

/**
 * Returns the class of a cause: by a rule for one of its errors, otherwise the most confident verdict of the engine, so that the order does not
 * matter. `null` if there is none.
 */
export function groupClass(members: readonly Member[], ruleSet: RuleSet): GroupClass {
  const rule = ruleOfCause(ruleSet, members);
  if (rule !== undefined)
    return {
      class: rule.class,
      subClass: rule.subClass,
      confidence: 1,
      decidedBy: "rule",
      decidedName: rule.name,
      ruleId: rule.id,
    };
  const [surest] = members
    .filter(({ verdict }) => verdict.evidence.length > 0)
    .toSorted((a, b) => b.verdict.confidence - a.verdict.confidence || (a.signature < b.signature ? -1 : 1));
  if (surest === undefined) return unclassified;
  const { class: name, subClass, confidence, by } = surest.verdict;
  return {
    class: name,
    subClass,
    confidence,
    decidedBy: by.kind === "rule" ? "rule" : "model",
    decidedName: by.kind === "rule" ? by.rule : by.kind === "model" ? String(by.version) : null,
    ruleId: null,
  };
}

const unclassified: GroupClass = {
  class: null,
  subClass: null,
  confidence: null,
  decidedBy: null,
  decidedName: null,
  ruleId: null,
};
