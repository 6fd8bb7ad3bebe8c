import { ownerKey } from "#connectors/owner-key.ts";
import type { RuleConditions } from "@plumb/contract/integrations/notification-rules.ts";
import type { CauseInRun } from "#store/notification-rules/cause-events.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

type RunScope = Pick<RunForRules, "branch" | "environment" | "suite" | "tags">;
type RunConditions = Pick<RuleConditions, "branch" | "environment" | "suite" | "tag">;

/** Returns true if the run matches every condition. A condition matches if one of its values does. */
export function matchesRun({ suite, environment, branch, tag }: RunConditions, run: RunScope): boolean {
  return (
    isAmong(suite, [run.suite]) &&
    isAmong(environment, [run.environment]) &&
    isAmong(tag, run.tags) &&
    (branch.length === 0 || branch.some((pattern) => run.branch !== null && matchesPattern(pattern, run.branch)))
  );
}

/** Returns true if the conditions exclude some runs. */
export function isNarrow({ suite, environment, branch, tag }: RunConditions): boolean {
  return [suite, environment, branch, tag].some(({ length }) => length > 0);
}

export function matchesCause(
  { owner, class: classes }: RuleConditions,
  cause: Pick<CauseInRun, "class" | "owners">,
): boolean {
  return isAmong(owner.map(ownerKey), cause.owners.map(ownerKey)) && isAmong(classes, [cause.class]);
}

/** Returns true if one of the owners matches. */
export function hasOwner(
  { owner: requested }: Pick<RuleConditions, "owner">,
  owners: readonly (string | null)[],
): boolean {
  return isAmong(
    requested.map(ownerKey),
    owners.map((owner) => owner && ownerKey(owner)),
  );
}

export function hasPriority(
  { priority }: Pick<RuleConditions, "priority">,
  of: RuleConditions["priority"][number],
): boolean {
  return isAmong(priority, [of]);
}

/** Without values, everything matches. */
function isAmong<Value>(values: readonly Value[], found: readonly (Value | null)[]): boolean {
  return values.length === 0 || values.some((value) => found.includes(value));
}

/** Returns true if the whole text matches. A `*` stands for any text; each part is looked for once, from left to right. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...parts] = pattern.split("*");
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
