import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";

/** Period of the events. Times are inclusive. */
export interface ProjectScope extends MessageScope {
  readonly since: Date;
  readonly now: Date;
}

/** Events that do not belong to a run. */
export interface ProjectSource {
  readonly events: readonly RuleEvent[];
  /** Returns the messages of a rule. Repeated calls return the same result. Messages about events that the rule does not include are ignored. */
  readonly read: (
    db: Db,
    scope: ProjectScope,
    rule: Pick<RuleFilter, "conditions" | "events">,
  ) => Promise<RuleMessage[]>;
}

export function isWithin({ since, now }: Pick<ProjectScope, "now" | "since">, at: Date): boolean {
  return at >= since && at <= now;
}
