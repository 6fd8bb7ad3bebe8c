import type { RuleConditions } from "@plumb/contract/integrations/notification-rules.ts";
import { isNarrow, matchesCause, matchesRun } from "./conditions.ts";
import type { ReadRun } from "./read-runs.ts";
import type { FailedCause } from "#store/notification-rules/cause-events.ts";

/**
 * - `new`: it never failed in a run that the rule matches. `returned`: it did, but not in the run that this one is compared with.
 * - `known`: it failed in that run, too. `incident`: it belongs to an incident, which has its own messages.
 */
type CauseState = "new" | "returned" | "known" | "incident";

export interface CauseOfRule extends FailedCause {
  readonly state: CauseState;
}

/** Returns the causes of a run that match a rule. Whether they are new depends on the runs that the rule matches. */
export function causesOfRule(conditions: RuleConditions, { causes, seen }: ReadRun): CauseOfRule[] {
  const isSeen = ({ groupId, isFirst }: FailedCause) =>
    !isFirst && (!isNarrow(conditions) || (seen.get(groupId) ?? []).some((run) => matchesRun(conditions, run)));
  return causes
    .filter((cause) => matchesCause(conditions, cause))
    .map((cause) => ({
      ...cause,
      state: cause.inIncident ? "incident" : cause.failedBefore ? "known" : isSeen(cause) ? "returned" : "new",
    }));
}

/** New and returned causes. */
export function isNews({ state }: CauseOfRule): boolean {
  return state === "new" || state === "returned";
}
