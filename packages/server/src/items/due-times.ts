import { type ItemStatus, openStatuses } from "@plumb/contract/items/item-labels.ts";
import { daysAfter, timeOfDay } from "#core/local-time.ts";

/** History of an item that decides when it is due, with its current due date. */
export interface DueHistory {
  readonly createdAt: Date;
  /** `2030-01-31`. */
  readonly dueDate: string | null;
  readonly timeZone: string;
  /** Changes of its status and due date, oldest first. */
  readonly changes: readonly {
    readonly kind: "due_date" | "status";
    readonly at: Date;
    readonly from: string | null;
    readonly to: string | null;
  }[];
}

export interface DueTime {
  readonly what: "overdue" | "soon";
  readonly dueDate: string;
  readonly at: Date;
}

/** Earliest hour, so that messages do not arrive at night. */
const firstHour = 8;

/**
 * Returns when an item became due and overdue, once per due date: at eight in the morning of the day before and of the day after, or later, when it
 * is open and has the due date.
 */
export function dueTimes({ createdAt, dueDate, timeZone, changes }: DueHistory): DueTime[] {
  const times = new Map<string, DueTime>();
  const note = (what: DueTime["what"], day: string, at: Date | null) => {
    const key = `${what} ${day}`;
    if (at !== null && !times.has(key)) times.set(key, { what, dueDate: day, at });
  };
  const isOpen = periodsOf(changes, "status", { createdAt, current: "open" });
  for (const { value: day, from, until } of periodsOf(changes, "due_date", { createdAt, current: dueDate })) {
    if (day === null) continue;
    const dayOver = timeOfDay(timeZone, daysAfter(day, 1), 0);
    const firstOpen = (start: Date, end: Date | null) =>
      firstTime(isOpen, { from: latest(from, start), until: end === null ? until : earliest(until, end) });
    note("soon", day, firstOpen(timeOfDay(timeZone, daysAfter(day, -1), firstHour), dayOver));
    note("overdue", day, firstOpen(timeOfDay(timeZone, daysAfter(day, 1), firstHour), null));
  }
  return [...times.values()];
}

interface Period {
  readonly value: string | null;
  readonly from: Date;
  /** `null` for the current value. */
  readonly until: Date | null;
}

/** @param current The value if it was never changed. */
function periodsOf(
  changes: DueHistory["changes"],
  kind: DueHistory["changes"][number]["kind"],
  { createdAt, current }: { createdAt: Date; current: string | null },
): Period[] {
  const ofKind = changes.filter((change) => change.kind === kind);
  const [first] = ofKind;
  const values = [
    { value: first === undefined ? current : first.from, from: createdAt },
    ...ofKind.map(({ to, at }) => ({ value: to, from: at })),
  ];
  return values.map((each, index) => ({ ...each, until: values[index + 1]?.from ?? null }));
}

/** Returns the first time of a period at which the item was open. */
function firstTime(statuses: readonly Period[], { from, until }: Pick<Period, "from" | "until">): Date | null {
  for (const status of statuses) {
    if (!(openStatuses as readonly string[]).includes(status.value as ItemStatus)) continue;
    const at = latest(from, status.from);
    if ((until === null || at < until) && (status.until === null || at < status.until)) return at;
  }
  return null;
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function earliest(one: Date | null, other: Date): Date {
  return one !== null && one < other ? one : other;
}
