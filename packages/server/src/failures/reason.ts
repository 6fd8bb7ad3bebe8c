import type { StoredGroup } from "#store/failures/groups.ts";
import { inPercent } from "./verdict.ts";

/** Why a group has its class, in words. */
export function reasonOf(group: StoredGroup | undefined): string {
  if (group === undefined) return "The report gives no error, so nothing tells.";
  const { class: name, decidedBy, decidedName, confidence } = group;
  if (name === null) return "The error says nothing that a class could rest on.";
  const sure = confidence === null ? "" : ` Of verdicts like this one ${inPercent(confidence)} of 100 are right.`;
  if (decidedBy === "person") return "A person said so, of all failures of this cause.";
  if (decidedBy === "project") return `People of the project said so of a like failure.${sure}`;
  if (group.ruleId !== null) return ruleReason(decidedName ?? "");
  if (decidedBy === "rule") return `The rule “${decidedName ?? ""}” decided.${sure}`;
  return `A model trained on labelled failures decided.${sure}`;
}

/** The same where a rule of the project decides, of a cause or of a failure alone. */
export function ruleReason(name: string, alone = false): string {
  const where = alone ? "the error of this failure, and holds for failures like it" : "an error of this cause";
  return `The project's rule “${name}” matches ${where}. What a person says goes before it.`;
}
