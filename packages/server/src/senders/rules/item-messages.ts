import { formatCalendarDay } from "@plumb/contract/figures.ts";
import type { RuleConditions } from "@plumb/contract/integrations/notification-rules.ts";
import { priorityLabels } from "@plumb/contract/items/item-labels.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import type { Message } from "#connectors/message.ts";
import { dueTimes } from "#items/due-times.ts";
import { dayIn } from "#core/local-time.ts";
import { itemPath } from "#items/notices.ts";
import { hasOwner, hasPriority } from "./conditions.ts";
import { isWithin, type ProjectScope, type ProjectSource } from "./project-source.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import { causeDetails } from "#store/notification-rules/cause-details.ts";
import { assignments, dueItems, type ItemFields } from "#store/notification-rules/item-events.ts";

/** Messages about assigned, due and overdue analysis items. Messages about the same item share a thread. */
export const itemMessages: ProjectSource = {
  events: ["item.assigned", "item.due", "item.overdue"],

  async read(db, scope, { events, conditions }) {
    const assigned = events.includes("item.assigned") ? await assignedItems(db, scope) : [];
    const due = events.includes("item.due") || events.includes("item.overdue") ? await itemsDue(db, scope) : [];
    const found = [...assigned, ...due].filter(({ item }) => hasPriority(conditions, item.priority));
    return (await withOwner(db, scope, conditions, found)).map(({ given }) => given);
  },
};

interface FoundItem {
  readonly item: ItemFields;
  readonly given: RuleMessage;
}

async function assignedItems(db: Db, scope: ProjectScope): Promise<FoundItem[]> {
  return (await assignments(db, scope.projectId, scope)).map((item) => ({
    item,
    given: {
      event: "item.assigned",
      key: `item:${item.itemId}:assigned:${item.id}`,
      at: item.at,
      subject: `item:${item.itemId}`,
      message: () =>
        aboutItem(scope, item, {
          title: `“${cut(item.title, 150)}” was assigned to ${cut(item.assignee ?? "", 100)}`,
          tone: "neutral",
          by: item.by,
        }),
    },
  }));
}

async function itemsDue(db: Db, scope: ProjectScope): Promise<FoundItem[]> {
  return (await dueItems(db, scope.projectId, scope)).flatMap((item) => {
    const changes = item.changes.map((change) => ({ ...change, at: new Date(change.at) }));
    return dueTimes({ ...item, changes })
      .filter(({ at }) => isWithin(scope, at))
      .map(({ what, dueDate, at }) => {
        const soon = dueDate === dayIn(item.timeZone, at) ? "is due today" : "is due tomorrow";
        return {
          item,
          given: {
            event: what === "soon" ? "item.due" : "item.overdue",
            key: `item:${item.itemId}:${what === "soon" ? "due" : "overdue"}:${dueDate}`,
            at,
            subject: `item:${item.itemId}`,
            message: () =>
              aboutItem(
                scope,
                { ...item, dueDate },
                {
                  title: `“${cut(item.title, 150)}” ${what === "soon" ? soon : "is overdue"}`,
                  tone: what === "soon" ? "warning" : "failure",
                  by: null,
                },
              ),
          } satisfies RuleMessage,
        };
      });
  });
}

/** Keeps items whose assignee, or an owner of their test or cause, matches. */
async function withOwner(
  db: Db,
  { projectId }: MessageScope,
  conditions: RuleConditions,
  found: readonly FoundItem[],
): Promise<readonly FoundItem[]> {
  if (conditions.owner.length === 0 || found.length === 0) return found;
  const groupIds = [...new Set(found.flatMap(({ item }) => item.groupId ?? []))];
  const causes = await causeDetails(db, projectId, groupIds);
  return found.filter(({ item: { assignee, testOwner, groupId } }) =>
    hasOwner(conditions, [assignee, testOwner, ...(groupId === null ? [] : (causes.get(groupId)?.owners ?? []))]),
  );
}

function aboutItem(
  { projectId, publicUrl }: MessageScope,
  { itemId, priority, dueDate, assignee }: ItemFields,
  { title, tone, by }: { title: string; tone: Message["tone"]; by: string | null },
): Message {
  const url = `${publicUrl}${itemPath(projectId, itemId)}`;
  return {
    title,
    url,
    tone,
    facts: [
      { label: "Priority", value: priorityLabels[priority] },
      ...(dueDate === null ? [] : [{ label: "Due", value: formatCalendarDay(dueDate) }]),
      ...(assignee === null ? [] : [{ label: "Assignee", value: assignee }]),
      ...(by === null ? [] : [{ label: "Assigned by", value: by }]),
    ],
    blocks: [],
    actions: [{ label: "Open the analysis item", url }],
    footer: null,
  };
}
