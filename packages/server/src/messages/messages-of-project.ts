import type { RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { hasOwner } from "#messages/conditions.ts";
import { counted, type RuleMessage } from "#messages/messages-of-run.ts";
import type { Db } from "#store/db.ts";
import { endingQuarantines, incidentStarts, stateChanges } from "#store/notification-rules/project-facts.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";

const dayMs = 86_400_000;

interface Place {
  readonly projectId: number;
  readonly publicUrl: string;
  readonly now: Date;
}

/** Events that do not belong to a run. */
export const projectEvents: readonly RuleEvent[] = ["test.flaky", "test.broken", "incident.began", "quarantine.ends"];

/** Returns the messages of a rule about tests and incidents since a time, oldest first, with the same result whenever it is called. */
export async function messagesOfProject(
  db: Db,
  place: Place,
  { events, conditions }: Pick<RuleFilter, "conditions" | "events">,
  since: Date,
): Promise<RuleMessage[]> {
  const { projectId, publicUrl, now } = place;
  const messages: RuleMessage[] = [];
  if (events.includes("test.flaky") || events.includes("test.broken"))
    for (const { id, testId, test, owner, state, notedAt } of await stateChanges(db, projectId, since)) {
      const event = state === "flaky" ? "test.flaky" : "test.broken";
      if (!events.includes(event) || !hasOwner(conditions, owner)) continue;
      const url = `${publicUrl}/tests/${testId}?project=${projectId}`;
      messages.push(
        message({ event, key: `state:${id}`, at: notedAt, url, owner, title: `${cut(test, 200)} is ${state}` }),
      );
    }
  if (events.includes("incident.began"))
    for (const { id, tests, failures, startedAt } of await incidentStarts(db, projectId, since)) {
      const url = `${publicUrl}/defects?incident=${id}&project=${projectId}`;
      const title = `An incident began: ${counted(tests, "test")} affected, ${counted(failures, "failure")}`;
      messages.push(
        message({ event: "incident.began", key: `incident:${id}`, at: startedAt, url, owner: null, title }),
      );
    }
  if (events.includes("quarantine.ends"))
    for (const found of await endingQuarantines(db, projectId, {
      from: since,
      until: new Date(now.getTime() + dayMs),
    })) {
      const { id, testId, test, owner, reason, endsAt } = found;
      if (!hasOwner(conditions, owner)) continue;
      const url = `${publicUrl}/tests/${testId}?project=${projectId}`;
      const title = `The quarantine of ${cut(test, 200)} ends: ${cut(reason, 200)}`;
      const at = new Date(endsAt.getTime() - dayMs);
      messages.push(
        message({ event: "quarantine.ends", key: `quarantine:${id}:${endsAt.getTime()}`, at, url, owner, title }),
      );
    }
  return messages.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function message(given: {
  event: RuleEvent;
  key: string;
  at: Date;
  url: string;
  owner: string | null;
  title: string;
}): RuleMessage {
  const { event, key, at, url, owner, title } = given;
  return {
    event,
    key,
    at,
    subject: null,
    message: {
      title,
      url,
      tone: event === "test.broken" || event === "incident.began" ? "failure" : "warning",
      facts: owner === null ? [] : [{ label: "Owner", value: owner }],
      blocks: [],
      actions: [{ label: event === "incident.began" ? "Open the incident" : "Open the test", url }],
      footer: null,
    },
  };
}
