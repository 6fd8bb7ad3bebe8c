import type { Annotation } from "@plumb/contract/items/annotations.ts";
import {
  isOverdue,
  type ItemPriority,
  type ItemStatus,
  type ItemType,
  priorityLabels,
  statusLabels,
  typeLabels,
} from "@plumb/contract/items/item-labels.ts";
import {
  IconAlertCircle,
  IconAlertOctagon,
  IconArrowDown,
  IconArrowsVertical,
  IconArrowUp,
  IconBan,
  IconBulb,
  IconCalendarDue,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconFlame,
  IconHelpCircle,
  IconNote,
  IconProgress,
  IconRotate,
} from "@tabler/icons-react";
import { formatCalendarDay } from "#lib/format/format.ts";
import { useToday } from "#features/items/use-today.ts";
import styles from "#features/items/items.module.css";

const statusIcons = {
  open: IconCircle,
  in_progress: IconProgress,
  resolved: IconCircleCheck,
  closed: IconCircleX,
  reopened: IconRotate,
  invalid: IconBan,
} as const;

const typeIcons = {
  note: IconNote,
  issue: IconAlertCircle,
  improvement: IconBulb,
  question: IconHelpCircle,
  blocker: IconAlertOctagon,
} as const;

const priorityIcons = {
  low: IconArrowDown,
  medium: IconArrowsVertical,
  high: IconArrowUp,
  critical: IconFlame,
} as const;

export function StatusMark({ of }: { readonly of: ItemStatus }) {
  const Icon = statusIcons[of];
  return (
    <span className={styles["mark"]} data-status={of}>
      <Icon size={14} aria-hidden />
      {statusLabels[of]}
    </span>
  );
}

export function TypeMark({ of }: { readonly of: ItemType }) {
  const Icon = typeIcons[of];
  return (
    <span className={styles["mark"]} data-type={of}>
      <Icon size={14} aria-hidden />
      {typeLabels[of]}
    </span>
  );
}

export function PriorityMark({ of }: { readonly of: ItemPriority }) {
  const Icon = priorityIcons[of];
  return (
    <span className={styles["mark"]} data-priority={of}>
      <Icon size={14} aria-hidden />
      {priorityLabels[of]}
    </span>
  );
}

interface DueMarkProps {
  readonly item: Pick<Annotation, "due_date" | "status">;
}

/** Due date, marked if it has passed. Empty if there is none. */
export function DueMark({ item }: DueMarkProps) {
  const overdue = isOverdue(item, useToday());
  const { due_date: day } = item;
  if (day === null) return null;
  return (
    <span className={styles["mark"]} {...(overdue && { "data-overdue": true })}>
      <IconCalendarDue size={14} aria-hidden />
      <time dateTime={day}>{formatCalendarDay(day)}</time>
      {overdue && <strong>Overdue</strong>}
    </span>
  );
}
