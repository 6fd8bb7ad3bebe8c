import { Checkbox, Select, Table } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { actorName, itemStatuses, type ItemStatus, statusLabels } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { IconMessage, IconPaperclip } from "@tabler/icons-react";
import { counted, cut } from "#lib/format/format.ts";
import { Tag } from "#ui/badges/tag.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { choicesWith } from "#features/items/assignees.ts";
import { ItemAbout } from "#features/items/detail/item-about.tsx";
import { DueMark, PriorityMark, StatusMark, TypeMark } from "./item-marks.tsx";
import { ActorName, PersonName } from "#features/items/detail/item-person.tsx";
import itemStyles from "#features/items/items.module.css";
import styles from "./items-list.module.css";

export interface ItemRowActions {
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  readonly onOpen: (id: number) => void;
  /** The handlers are `undefined` for users who can only read. */
  readonly onSelect?: ((id: number) => void) | undefined;
  readonly onStatus?: ((item: Annotation, status: ItemStatus) => void) | undefined;
  readonly onAssign?: ((item: Annotation, assignedTo: number | null) => void) | undefined;
}

interface ItemRowProps extends ItemRowActions {
  readonly item: Annotation;
  /** Position in the list. */
  readonly index: number;
  readonly opened: boolean;
  readonly selected: boolean;
}

const statuses = itemStatuses.map((value) => ({ value, label: statusLabels[value] }));

export function ItemRow({ item, index, opened, selected, onOpen, onSelect, ...actions }: ItemRowProps) {
  return (
    <Table.Tr data-row={index} {...(opened && { "data-opened": true })}>
      {onSelect !== undefined && (
        <Table.Td data-part="short">
          <Checkbox
            size="xs"
            aria-label={`Select ${cut(item.title, 80)}`}
            checked={selected}
            onChange={() => onSelect(item.id)}
          />
        </Table.Td>
      )}
      <Table.Td style={{ minWidth: 180 }}>
        <button type="button" data-open-row className={itemStyles["title"]} onClick={() => onOpen(item.id)}>
          <bdi>{cut(item.title, 200)}</bdi>
        </button>
        <p className={itemStyles["excerpt"]} dir="auto">
          {cut(item.message, 300)}
        </p>
        <Under item={item} />
      </Table.Td>
      <Table.Td data-part="short">
        <TypeMark of={item.type} />
      </Table.Td>
      <Table.Td data-part="short">
        <PriorityMark of={item.priority} />
      </Table.Td>
      <StatusCell item={item} {...actions} />
      <AssigneeCell item={item} {...actions} />
      <Table.Td data-part="fit">
        <DueMark item={item} />
      </Table.Td>
      <Table.Td data-part="fit">
        <div className={styles["created"]}>
          <TimeAgo timestamp={item.created_at} />{" "}
          <span
            className={`${itemStyles["quiet"]} ${styles["by"]}`}
            title={cut(actorName(item.creator.name, item.agent), 200)}
          >
            by <ActorName name={cut(item.creator.name, 60)} agent={item.agent} />
            {item.agent === null && item.created_by !== null && item.created_by === actions.userId && " (Me)"}
          </span>
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

/** Subject, tags and number of comments. */
function Under({ item }: { readonly item: Annotation }) {
  const { subject, tags, comments, attachments } = item;
  if (subject === null && tags.length === 0 && comments + attachments === 0) return null;
  return (
    <div className={itemStyles["under"]}>
      {subject !== null && (
        <span className={itemStyles["quiet"]}>
          <ItemAbout subject={subject} />
        </span>
      )}
      {tags.map((tag) => (
        <Tag key={tag} longest={30}>
          {tag}
        </Tag>
      ))}
      {comments > 0 && (
        <span className={itemStyles["mark"]} title={counted(comments, "comment")}>
          <IconMessage size={14} aria-hidden />
          {comments}
        </span>
      )}
      {attachments > 0 && (
        <span className={itemStyles["mark"]} title={counted(attachments, "file")}>
          <IconPaperclip size={14} aria-hidden />
          {attachments}
        </span>
      )}
    </div>
  );
}

function StatusCell({ item, onStatus }: Pick<ItemRowProps, "item" | "onStatus">) {
  return (
    <Table.Td data-part="short">
      {onStatus === undefined ? (
        <StatusMark of={item.status} />
      ) : (
        <Select
          size="xs"
          w={118}
          aria-label={`Status of ${cut(item.title, 80)}`}
          data={statuses}
          value={item.status}
          onChange={(status) => status !== null && status !== item.status && onStatus(item, status)}
          allowDeselect={false}
        />
      )}
    </Table.Td>
  );
}

function AssigneeCell({
  item,
  members,
  userId,
  onAssign,
}: Pick<ItemRowProps, "item" | "members" | "onAssign" | "userId">) {
  if (onAssign === undefined)
    return (
      <Table.Td data-part="fit" className={styles["assignee"]}>
        {item.assignee === null ? (
          <span className={itemStyles["quiet"]}>Unassigned</span>
        ) : (
          <PersonName person={item.assignee} userId={userId} />
        )}
      </Table.Td>
    );
  return (
    <Table.Td data-part="fit">
      <Select
        size="xs"
        w={130}
        styles={{ input: { textOverflow: "ellipsis" } }}
        aria-label={`Assignee of ${cut(item.title, 80)}`}
        data={choicesWith(members, userId, item.assignee, item.assigned_to)}
        value={String(item.assigned_to ?? "")}
        onChange={(value) => {
          const assignedTo = value === null || value === "" ? null : Number(value);
          if (assignedTo !== item.assigned_to) onAssign(item, assignedTo);
        }}
        allowDeselect={false}
        searchable={members.length > 10}
      />
    </Table.Td>
  );
}
