import { NativeSelect, Select, TextInput } from "@mantine/core";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import {
  isOverdue,
  itemPriorities,
  type ItemPriority,
  itemStatuses,
  type ItemStatus,
  itemTypes,
  type ItemType,
  priorityLabels,
  statusLabels,
  typeLabels,
} from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { type ChangeEvent, type KeyboardEvent, useState } from "react";
import { Tag } from "#ui/badges/tag.tsx";
import { choicesWith } from "#features/items/assignees.ts";
import { tagsOf } from "#features/items/create/create-item.ts";
import type { ChangeSeen } from "#features/items/changes/item-actions.ts";
import { DueMark, PriorityMark, StatusMark, TypeMark } from "#features/items/list/item-marks.tsx";
import { PersonName } from "./item-person.tsx";
import { useToday } from "#features/items/use-today.ts";
import itemStyles from "#features/items/items.module.css";
import styles from "./item-parts.module.css";

interface ItemFactsProps {
  readonly item: AnnotationDetail;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  readonly busy: boolean;
  /** Both handlers are `undefined` for users who can only read. */
  readonly onStatus: ((status: ItemStatus) => void) | undefined;
  readonly onChange: ChangeSeen | undefined;
}

/** Fields of an item, editable with permission. */
export function ItemFields({ item, members, userId, busy, onStatus, onChange }: ItemFactsProps) {
  if (onStatus === undefined || onChange === undefined) return <ReadFacts item={item} userId={userId} />;
  const choices = choicesWith(members, userId, item.assignee, item.assigned_to);
  return (
    <div className={styles["facts"]}>
      <NativeSelect
        size="xs"
        label="Status"
        data={itemStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        value={item.status}
        onChange={({ currentTarget }) => onStatus(currentTarget.value as ItemStatus)}
      />
      <Select
        size="xs"
        label="Assignee"
        data={choices}
        value={String(item.assigned_to ?? "")}
        onChange={(value) => {
          const assignedTo = value === null || value === "" ? null : Number(value);
          const name = choices.find((choice) => choice.value === (value ?? ""))?.label ?? "Unassigned";
          if (assignedTo !== item.assigned_to) onChange({ kind: "assignment", assignedTo, name });
        }}
        allowDeselect={false}
        searchable={members.length > 10}
      />
      <NativeSelect
        size="xs"
        label="Type"
        data={itemTypes.map((value) => ({ value, label: typeLabels[value] }))}
        value={item.type}
        onChange={({ currentTarget }) => onChange({ kind: "details", type: currentTarget.value as ItemType })}
      />
      <NativeSelect
        size="xs"
        label="Priority"
        data={itemPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
        value={item.priority}
        onChange={({ currentTarget }) => onChange({ kind: "details", priority: currentTarget.value as ItemPriority })}
      />
      <DueDateInput item={item} busy={busy} onChange={onChange} />
      <TagsInput item={item} busy={busy} onChange={onChange} />
    </div>
  );
}

interface TypedFactProps {
  readonly item: AnnotationDetail;
  readonly busy: boolean;
  readonly onChange: ChangeSeen;
}

/** Typed text, with the version of the item that the user saw. */
interface Draft {
  readonly value: string;
  readonly seen: AnnotationDetail;
  /** Whether it was sent with Enter, so that leaving the field does not send it again. */
  readonly sent?: true;
}

interface TypedFact {
  /** Returns the text for the field. */
  readonly textOf: (item: AnnotationDetail) => string;
  readonly changeOf: (text: string) => Parameters<ChangeSeen>[0];
  readonly isRefused?: (text: string) => boolean;
}

/** State of a field that is saved on blur or Enter. Changes by other users do not discard the text. */
function useTypedFact({ item, busy, onChange }: TypedFactProps, { textOf, changeOf, isRefused }: TypedFact) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const stored = textOf(item);
  const value = draft?.value ?? stored;
  const keep = () => {
    if (draft === null || isRefused?.(value) === true || (draft.sent === true && busy)) return;
    const change = changeOf(value);
    if (JSON.stringify(change) === JSON.stringify(changeOf(stored))) return setDraft(null);
    const seen = textOf(draft.seen) === stored ? item : draft.seen;
    setDraft({ ...draft, sent: true });
    onChange(change, () => setDraft(null), seen);
  };
  return {
    value,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setDraft({ value: currentTarget.value, seen: draft?.seen ?? item }),
    onBlur: keep,
    onKeyDown: ({ key }: KeyboardEvent) => key === "Enter" && keep(),
  };
}

function DueDateInput(props: TypedFactProps) {
  const { item } = props;
  const today = useToday();
  const stored = item.due_date ?? "";
  const isEarly = (day: string) => day !== stored && day !== "" && day < today;
  const field = useTypedFact(props, {
    textOf: (of) => of.due_date ?? "",
    changeOf: (day) => ({ kind: "details", dueDate: day === "" ? null : day }),
    isRefused: isEarly,
  });
  const early = isEarly(field.value);
  return (
    <TextInput
      {...field}
      size="xs"
      type="date"
      label="Due date"
      min={today}
      error={early ? "Due date cannot be earlier than today" : isOverdue(item, today) ? "Overdue" : undefined}
    />
  );
}

function TagsInput(props: TypedFactProps) {
  const field = useTypedFact(props, {
    textOf: ({ tags }) => tags.join(", "),
    changeOf: (text) => ({ kind: "details", tags: tagsOf(text) }),
  });
  return <TextInput {...field} size="xs" label="Tags" placeholder="Separated by commas" maxLength={1000} />;
}

function ReadFacts({ item, userId }: Pick<ItemFactsProps, "item" | "userId">) {
  return (
    <div className={itemStyles["line"]}>
      <StatusMark of={item.status} />
      <TypeMark of={item.type} />
      <PriorityMark of={item.priority} />
      <DueMark item={item} />
      {item.assignee === null ? <span>Unassigned</span> : <PersonName person={item.assignee} userId={userId} />}
      {item.tags.map((tag) => (
        <Tag key={tag} longest={30}>
          {tag}
        </Tag>
      ))}
    </div>
  );
}
