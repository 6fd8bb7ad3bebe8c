import { dayMs } from "@plumb/contract/durations.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { hasOwner } from "./conditions.ts";
import type { ProjectSource } from "./project-source.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import { endingQuarantines, stateChanges } from "#store/notification-rules/project-events.ts";

/** Messages about tests whose state changed, and about quarantines that end. */
export const testMessages: ProjectSource = {
  events: ["test.flaky", "test.broken", "quarantine.ends"],

  async read(db, scope, { events, conditions }) {
    const { projectId, since, now } = scope;
    const messages: RuleMessage[] = [];
    if (events.includes("test.flaky") || events.includes("test.broken"))
      for (const { id, testId, test, owner, state, notedAt } of await stateChanges(db, projectId, since)) {
        if (!hasOwner(conditions, [owner])) continue;
        const event = state === "flaky" ? "test.flaky" : "test.broken";
        const title = `${cut(test, 200)} is ${state}`;
        messages.push(aboutTest(scope, { event, key: `state:${id}`, at: notedAt, testId, owner, title }));
      }
    if (events.includes("quarantine.ends")) {
      const period = { from: since, until: new Date(now.getTime() + dayMs) };
      for (const { id, testId, test, owner, reason, endsAt } of await endingQuarantines(db, projectId, period)) {
        if (!hasOwner(conditions, [owner])) continue;
        const title = `The quarantine of ${cut(test, 200)} ends: ${cut(reason, 200)}`;
        const at = new Date(endsAt.getTime() - dayMs);
        const key = `quarantine:${id}:${endsAt.getTime()}`;
        messages.push(aboutTest(scope, { event: "quarantine.ends", key, at, testId, owner, title }));
      }
    }
    return messages;
  },
};

function aboutTest(
  { projectId, publicUrl }: MessageScope,
  options: Pick<RuleMessage, "at" | "event" | "key"> & { testId: number; owner: string | null; title: string },
): RuleMessage {
  const { event, key, at, testId, owner, title } = options;
  const url = `${publicUrl}/tests/${testId}?project=${projectId}`;
  return {
    event,
    key,
    at,
    subject: null,
    about: [`test:${testId}`],
    message: () => ({
      title,
      url,
      tone: event === "test.broken" ? "failure" : "warning",
      facts: owner === null ? [] : [{ label: "Owner", value: owner }],
      blocks: [],
      actions: [{ label: "Open the test", url }],
      footer: null,
    }),
  };
}
