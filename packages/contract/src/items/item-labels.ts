// Statuses, types, priorities and limits of analysis items as plain values, shared by schemas, screens and the server.

export const itemStatuses = ["open", "in_progress", "resolved", "closed", "reopened", "invalid"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const itemTypes = ["note", "issue", "improvement", "question", "blocker"] as const;
export type ItemType = (typeof itemTypes)[number];

/** From lowest to highest. */
export const itemPriorities = ["low", "medium", "high", "critical"] as const;
export type ItemPriority = (typeof itemPriorities)[number];

/** Statuses in which an item is never overdue. The specification names only these two, so an invalid item can be overdue. */
export const doneStatuses = ["resolved", "closed"] as const satisfies readonly ItemStatus[];

/** Statuses of open items, which also keep a report from automatic cleanup. */
export const openStatuses = ["open", "in_progress", "reopened"] as const satisfies readonly ItemStatus[];

export const statusLabels: Readonly<Record<ItemStatus, string>> = {
  open: "Open",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
  reopened: "Reopened",
  invalid: "Invalid",
};

export const typeLabels: Readonly<Record<ItemType, string>> = {
  note: "Note",
  issue: "Issue",
  improvement: "Improvement",
  question: "Question",
  blocker: "Blocker",
};

export const priorityLabels: Readonly<Record<ItemPriority, string>> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

export const itemLimits = {
  title: 500,
  message: 20_000,
  comment: 10_000,
  tag: 50,
  tags: 20,
  linkTitle: 200,
  linkUrl: 2000,
  links: 20,
  attachments: 20,
  attachmentBytes: 25 * 1024 * 1024,
  /** Maximum number of items in a bulk change. */
  bulk: 10_000,
} as const;

/** Returns who acted: a user, or the key of an agent that acted for a user. */
export function actorName(person: string, agent: { readonly name: string } | null): string {
  return agent === null ? person : `${agent.name} (agent of ${person})`;
}

/** Message if a form is submitted with a blank title or message. */
export const needsTitleAndMessage = "Please enter both title and message";

/**
 * Returns true if the due date is past and the item is neither resolved nor closed.
 *
 * @param today `2030-01-31`, like `due_date`, for the current user.
 */
export function isOverdue(
  item: { readonly due_date: string | null; readonly status: ItemStatus },
  today: string,
): boolean {
  return item.due_date !== null && item.due_date < today && !(doneStatuses as readonly string[]).includes(item.status);
}

/** Returns true for the author of an item while it is open. */
export function mayEditText(
  item: { readonly created_by: number | null; readonly status: ItemStatus },
  userId: number | undefined,
): boolean {
  return item.status === "open" && item.created_by !== null && item.created_by === userId;
}
