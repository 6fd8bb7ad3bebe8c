import type { StoredGroup } from "#store/failures/groups/groups.ts";
import { inPercent } from "./verdict.ts";

/**
 * Explains why a cause has its class.
 *
 * @param decider User who decided, if their account still exists.
 */
export function reasonOf(group: StoredGroup | undefined, decider: string | null = null): string {
  if (group === undefined) return "No error was reported, so there is nothing to classify.";
  const { class: name, decidedBy, decidedName, confidence } = group;
  if (name === null) return "The error does not indicate a class.";
  const sure = confidence === null ? "" : ` ${inPercent(confidence)}% of verdicts like this one are correct.`;
  if (decidedBy === "person") return personReason(decider, "all failures of this cause");
  if (decidedBy === "project") return `Classified like similar failures that your team classified.${sure}`;
  if (group.ruleId !== null) return ruleReason(decidedName ?? "");
  if (decidedBy === "rule") return `Classified by the rule “${decidedName ?? ""}”.${sure}`;
  return `Classified by a model trained on labelled failures.${sure}`;
}

export function personReason(decider: string | null, reach: string): string {
  return `Set by ${decider ?? "a project member"} for ${reach}.`;
}

/** Explains the class if a rule of the project decided about a cause or a single failure. */
export function ruleReason(name: string, alone = false): string {
  const where = alone ? "the error of this failure" : "an error of this cause";
  return `Classified by the project's rule “${name}”, which matches ${where}. Manual decisions take precedence.`;
}
