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
  priorityWords,
  statusWords,
  typeWords,
} from "@plumb/contract/items/item-words.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { useState } from "react";
import { Tag } from "#ui/tag.tsx";
import { choicesWith } from "./assignees.ts";
import { tagsOf } from "./create-item.ts";
import type { ItemChange } from "./item-acts.ts";
import { DueMark, PriorityMark, StatusMark, TypeMark } from "./item-marks.tsx";
import { PersonName } from "./item-person.tsx";
import { useToday } from "./use-today.ts";
import styles from "./items.module.css";

interface ItemFactsProps {
  readonly item: AnnotationDetail;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  /** Both undefined for those who only read. */
  readonly onStatus: ((status: ItemStatus) => void) | undefined;
  readonly onChange: ((change: ItemChange) => void) | undefined;
}

/** What an item is, to be changed in place by those who may. */
export function ItemFacts({ item, members, userId, onStatus, onChange }: ItemFactsProps) {
  if (onStatus === undefined || onChange === undefined) return <ReadFacts item={item} />;
  const choices = choicesWith(members, userId, item.assignee, item.assigned_to);
  return (
    <div className={styles["facts"]}>
      <NativeSelect
        size="xs"
        label="Status"
        data={itemStatuses.map((value) => ({ value, label: statusWords[value] }))}
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
        data={itemTypes.map((value) => ({ value, label: typeWords[value] }))}
        value={item.type}
        onChange={({ currentTarget }) => onChange({ kind: "details", type: currentTarget.value as ItemType })}
      />
      <NativeSelect
        size="xs"
        label="Priority"
        data={itemPriorities.map((value) => ({ value, label: priorityWords[value] }))}
        value={item.priority}
        onChange={({ currentTarget }) => onChange({ kind: "details", priority: currentTarget.value as ItemPriority })}
      />
      <TypedFacts key={item.revision} item={item} onChange={onChange} />
    </div>
  );
}

/** Kept when they are left, or by Enter. */
function TypedFacts({
  item,
  onChange,
}: Pick<ItemFactsProps, "item"> & { readonly onChange: (change: ItemChange) => void }) {
  const [dueDate, setDueDate] = useState(item.due_date ?? "");
  const [tags, setTags] = useState(item.tags.join(", "));
  const today = useToday();
  const early = dueDate !== (item.due_date ?? "") && dueDate !== "" && dueDate < today;
  const overdue = isOverdue(item, today);
  const keepDay = () => {
    if (!early && dueDate !== (item.due_date ?? ""))
      onChange({ kind: "details", dueDate: dueDate === "" ? null : dueDate });
  };
  const keepTags = () => {
    if (tagsOf(tags).join() !== item.tags.join()) onChange({ kind: "details", tags: tagsOf(tags) });
  };
  return (
    <>
      <TextInput
        size="xs"
        type="date"
        label="Due date"
        min={today}
        value={dueDate}
        error={early ? "Due date cannot be earlier than today" : overdue ? "Overdue" : undefined}
        onChange={({ currentTarget }) => setDueDate(currentTarget.value)}
        onBlur={keepDay}
        onKeyDown={({ key }) => key === "Enter" && keepDay()}
      />
      <TextInput
        size="xs"
        label="Tags"
        placeholder="Separated by commas"
        maxLength={1000}
        value={tags}
        onChange={({ currentTarget }) => setTags(currentTarget.value)}
        onBlur={keepTags}
        onKeyDown={({ key }) => key === "Enter" && keepTags()}
      />
    </>
  );
}

function ReadFacts({ item }: Pick<ItemFactsProps, "item">) {
  return (
    <div className={styles["line"]}>
      <StatusMark of={item.status} />
      <TypeMark of={item.type} />
      <PriorityMark of={item.priority} />
      <DueMark item={item} />
      {item.assignee === null ? <span>Unassigned</span> : <PersonName person={item.assignee} />}
      {item.tags.map((tag) => (
        <Tag key={tag} longest={30}>
          {tag}
        </Tag>
      ))}
    </div>
  );
}
