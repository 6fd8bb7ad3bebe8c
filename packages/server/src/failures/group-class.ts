import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { GroupClass } from "#store/failures/groups.ts";

/**
 * What the engine takes a group for: the surest of what it says of its errors, so that the order in which they came does
 * not matter. Unclassified where none of them says anything.
 */
export function groupClass(members: readonly { readonly signature: string; readonly verdict: Verdict }[]): GroupClass {
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
  };
}

const unclassified: GroupClass = {
  class: null,
  subClass: null,
  confidence: null,
  decidedBy: null,
  decidedName: null,
};
