import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { causeMessages } from "./cause-messages.ts";
import { incidentMessages } from "./incident-messages.ts";
import { itemMessages } from "./item-messages.ts";
import type { ProjectScope, ProjectSource } from "./project-source.ts";
import type { RuleMessage } from "./rule-message.ts";
import { silentSuites } from "./silent-suites.ts";
import { testMessages } from "./test-messages.ts";
import type { Db } from "#store/db.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";

const sources: readonly ProjectSource[] = [causeMessages, testMessages, incidentMessages, itemMessages, silentSuites];

/** Events that do not belong to a run. */
export const projectEvents: readonly RuleEvent[] = [...new Set(sources.flatMap(({ events }) => events))];

/** Returns the messages of a rule that do not belong to a run, oldest first, with the same result whenever it is called. */
export async function messagesOfProject(
  db: Db,
  scope: ProjectScope,
  rule: Pick<RuleFilter, "conditions" | "events">,
): Promise<RuleMessage[]> {
  const messages: RuleMessage[] = [];
  for (const { events, read } of sources)
    if (events.some((event) => rule.events.includes(event)))
      messages.push(...(await read(db, scope, rule)).filter(({ event }) => rule.events.includes(event)));
  return messages.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}
