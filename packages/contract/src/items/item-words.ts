// What an analysis item can be, as plain values: schemas, screens and the server read the same lists.

export const itemStatuses = ["open", "in_progress", "resolved", "closed", "reopened", "invalid"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const itemTypes = ["note", "issue", "improvement", "question", "blocker"] as const;
export type ItemType = (typeof itemTypes)[number];

/** From the least to the most. */
export const itemPriorities = ["low", "medium", "high", "critical"] as const;
export type ItemPriority = (typeof itemPriorities)[number];

/** Nothing is left to do about them. An invalid item can still be overdue: the specification counts these two only. */
export const doneStatuses = ["resolved", "closed"] as const satisfies readonly ItemStatus[];

/** Statuses of open items, which also keep a report from automatic cleanup. */
export const openStatuses = ["open", "in_progress", "reopened"] as const satisfies readonly ItemStatus[];

export const statusWords: Readonly<Record<ItemStatus, string>> = {
  open: "Open",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
  reopened: "Reopened",
  invalid: "Invalid",
};

export const typeWords: Readonly<Record<ItemType, string>> = {
  note: "Note",
  issue: "Issue",
  improvement: "Improvement",
  question: "Question",
  blocker: "Blocker",
};

export const priorityWords: Readonly<Record<ItemPriority, string>> = {
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
  /** Items that one change may touch. */
  bulk: 10_000,
} as const;

/** The toast of a form that was sent with a blank title or message. */
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

/** Only the author of an item edits its text, and only while it is open. */
export function mayEditText(
  item: { readonly created_by: number | null; readonly status: ItemStatus },
  userId: number | undefined,
): boolean {
  return item.status === "open" && item.created_by !== null && item.created_by === userId;
}
