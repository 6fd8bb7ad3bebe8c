import type { RuleConditions } from "@plumb/contract/integrations/notification-rules.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { type CauseText, causeTexts } from "#failures/cause-text.ts";
import { itemPath } from "#items/notices.ts";
import { matchesCause, matchesRun } from "./conditions.ts";
import type { ProjectSource } from "./project-source.ts";
import { causeSubject, causeUrl, type MessageScope, type RuleMessage } from "./rule-message.ts";
import {
  type CauseDetails,
  causeDetails,
  closedTickets,
  type TicketChange,
  takenTickets,
} from "#store/notification-rules/cause-details.ts";
import { assignments, finishedItems } from "#store/notification-rules/item-events.ts";

/** Messages about causes in the work of users: an item about a cause, or its ticket, was assigned or closed. */
export const causeMessages: ProjectSource = {
  events: ["cause.taken", "cause.fixed", "cause.closed"],

  async read(db, scope, { events, conditions }) {
    const { projectId } = scope;
    const found: FoundChange[] = [];
    if (events.includes("cause.taken")) {
      for (const { id, at, itemId, groupId, assignee } of await assignments(db, projectId, scope))
        found.push({
          event: "cause.taken",
          key: `cause.taken:${id}`,
          at,
          itemId,
          groupId,
          what: `Taken by ${assignee}`,
        });
      for (const { id, key, at, groupId, takenBy } of await takenTickets(db, projectId, scope)) {
        const what = `Taken by ${takenBy} in ${key}`;
        found.push({ event: "cause.taken", key: `ticket:${id}:taken`, at, itemId: null, groupId, what });
      }
    }
    if (events.includes("cause.fixed"))
      for (const { id, at, itemId, groupId, by } of await finishedItems(db, projectId, scope)) {
        const what = by === null ? "Resolved" : `Resolved by ${by}`;
        found.push({ event: "cause.fixed", key: `cause.resolved:${id}`, at, itemId, groupId, what });
      }
    if (events.includes("cause.fixed") || events.includes("cause.closed"))
      for (const ticket of await closedTickets(db, projectId, scope)) found.push(closedTicket(ticket));
    const causes = await causeDetails(db, projectId, [...new Set(found.flatMap(({ groupId }) => groupId ?? []))]);
    return found.flatMap((change) => {
      const cause = change.groupId === null ? undefined : causes.get(change.groupId);
      return cause === undefined || !matches(conditions, cause) ? [] : [aboutChange(scope, change, cause)];
    });
  },
};

interface FoundChange extends Pick<RuleMessage, "at" | "event" | "key"> {
  readonly itemId: number | null;
  readonly groupId: number | null;
  readonly what: string;
}

/** A ticket that was closed as not planned fixes nothing. */
function closedTicket({ id, key, at, groupId, stateName, withoutFix }: TicketChange): FoundChange {
  const common = { key: `ticket:${id}:closed:${at.getTime()}`, at, itemId: null, groupId };
  if (!withoutFix) return { ...common, event: "cause.fixed", what: `Ticket ${key} was closed` };
  const reason = stateName ?? "";
  const how = /^closed as /i.test(reason) ? reason.toLowerCase() : `closed without a fix (${reason})`;
  return { ...common, event: "cause.closed", what: `Ticket ${key} was ${how}` };
}

/** Conditions about runs match if one of the latest runs that failed with the cause matches. */
function matches(conditions: RuleConditions, cause: CauseDetails): boolean {
  const { suite, environment, branch, tag } = conditions;
  const narrowed = [suite, environment, branch, tag].some(({ length }) => length > 0);
  return matchesCause(conditions, cause) && (!narrowed || cause.runs.some((run) => matchesRun(conditions, run)));
}

function aboutChange(
  scope: MessageScope,
  { event, key, at, itemId, what }: FoundChange,
  cause: CauseDetails,
): RuleMessage {
  const { groupId } = cause;
  const url = causeUrl(scope, groupId);
  return {
    event,
    // Without the id of the cause, which changes if it is merged.
    key,
    at,
    subject: causeSubject(groupId),
    message: async (db) => {
      const [text] = await causeTexts(db, scope, [{ ...cause, state: null }], { upTo: "latest" });
      const { title, line } = text as CauseText;
      return {
        title: `${cut(what, 120)}: ${title}`,
        url,
        tone: event === "cause.fixed" ? "success" : "neutral",
        facts: cause.class === null ? [] : [{ label: "Class", value: cause.class }],
        blocks: [{ kind: "paragraph", content: line }],
        actions: [
          { label: "Open the cause", url },
          ...(itemId === null
            ? []
            : [{ label: "Analysis item", url: `${scope.publicUrl}${itemPath(scope.projectId, itemId)}` }]),
        ],
        footer: null,
      };
    },
  };
}
