import type { ItemEvent } from "@plumb/contract/items/annotation-parts.ts";
import { priorityLabels, statusLabels, typeLabels } from "@plumb/contract/items/item-labels.ts";
import { cut, formatCalendarDay } from "#lib/format/format.ts";

/** Returns the text of an event, which follows the user's name. */
export function eventText({ kind, from, to, undoes }: Pick<ItemEvent, "from" | "kind" | "to" | "undoes">): string {
  switch (kind) {
    case "created":
      return "created this item";
    case "status":
      if (undoes !== null) return `undid a change by an agent: the status is now ${word(statusLabels, to)}`;
      return `changed the status from ${word(statusLabels, from)} to ${word(statusLabels, to)}`;
    case "assignment":
      if (to === null) return `removed ${from ?? "a former member"} as assignee`;
      return from === null ? `assigned it to ${to}` : `assigned it to ${to} instead of ${from}`;
    case "edit":
      return to === null ? "changed the description" : `changed the title from “${cut(from ?? "", 120)}”`;
    case "type":
      return `changed the type from ${word(typeLabels, from)} to ${word(typeLabels, to)}`;
    case "priority":
      return `changed the priority from ${word(priorityLabels, from)} to ${word(priorityLabels, to)}`;
    case "due_date":
      return to === null ? "removed the due date" : `set the due date to ${formatCalendarDay(to)}`;
    case "tags":
      return to === null || to === "" ? "removed all tags" : `changed the tags to ${to}`;
    case "subject":
      return to === null ? "removed the subject" : `changed the subject to ${cut(to, 200)}`;
    case "link":
      return to === null ? `removed the link ${cut(from ?? "", 120)}` : `linked ${cut(to, 120)}`;
    case "attachment":
      return to === null ? `removed the file ${cut(from ?? "", 120)}` : `attached ${cut(to, 120)}`;
  }
  return kind satisfies never;
}

/** Falls back to the name, because a newer server may send unknown ones. */
function word(labels: Readonly<Record<string, string>>, name: string | null): string {
  return labels[name ?? ""] ?? name ?? "";
}
