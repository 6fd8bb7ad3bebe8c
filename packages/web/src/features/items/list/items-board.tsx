import { ActionIcon, Menu } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { actorName, itemStatuses, type ItemStatus, statusLabels } from "@plumb/contract/items/item-labels.ts";
import { IconDots, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type DragEvent, useRef, useState } from "react";
import { type ItemSearch, narrowedItems } from "#lib/address/item-search.ts";
import { cut, formatCount } from "#lib/format/format.ts";
import { DueMark, PriorityMark, StatusMark } from "./item-marks.tsx";
import { PersonName } from "#features/items/detail/item-person.tsx";
import type { ItemRowActions } from "./item-row.tsx";
import { useItemKeys } from "./use-item-keys.ts";
import itemStyles from "#features/items/items.module.css";
import styles from "./items-list.module.css";

interface BoardColumn {
  readonly status: ItemStatus;
  readonly items: readonly Annotation[];
  /** Number of all matches, including those not loaded. */
  readonly total: number;
}

interface ItemsBoardProps extends ItemRowActions {
  readonly columns: readonly BoardColumn[];
  readonly search: ItemSearch;
}

/** Items by status. Users move them by dragging or with the menu of each item. */
export function ItemsBoard({ columns, search, ...actions }: ItemsBoardProps) {
  const board = useRef<HTMLElement>(null);
  const [dragged, setDragged] = useState<Annotation | null>(null);
  const [over, setOver] = useState<ItemStatus | null>(null);
  const visible = columns.flatMap(({ items }) => items);
  useItemKeys(board, visible, actions);
  const drop = (status: ItemStatus) => {
    if (dragged !== null && dragged.status !== status) actions.onStatus?.(dragged, status);
    setDragged(null);
    setOver(null);
  };
  const target = (status: ItemStatus) =>
    dragged === null
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            event.preventDefault();
            setOver(status);
          },
          onDragLeave: () => setOver(null),
          onDrop: () => drop(status),
        };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and is to be scrolled by keys as well
    <section ref={board} className={styles["board"]} tabIndex={0} aria-label="Board">
      {columns.map(({ status, items, total }) => (
        <section
          key={status}
          className={styles["column"]}
          aria-label={statusLabels[status]}
          {...(over === status && { "data-over": true })}
          {...target(status)}
        >
          <h2>
            <StatusMark of={status} />
            <span>{formatCount(total)}</span>
          </h2>
          <ul>
            {items.map((item) => (
              <BoardCard
                key={item.id}
                item={item}
                index={visible.indexOf(item)}
                actions={actions}
                onDrag={setDragged}
                onDragEnd={() => {
                  setDragged(null);
                  setOver(null);
                }}
              />
            ))}
          </ul>
          {total > items.length && (
            <Link to="/analysis" search={narrowedItems({ ...search, view: undefined }, { status })}>
              {`Show all ${formatCount(total)}`}
            </Link>
          )}
        </section>
      ))}
    </section>
  );
}

interface BoardCardProps {
  readonly item: Annotation;
  readonly index: number;
  readonly actions: ItemRowActions;
  readonly onDrag: (item: Annotation) => void;
  readonly onDragEnd: () => void;
}

function BoardCard({ item, index, actions: { onOpen, onStatus, userId }, onDrag, onDragEnd }: BoardCardProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu does the same by keys
    <li
      className={styles["card"]}
      data-row={index}
      draggable={onStatus !== undefined}
      onDragStart={() => onDrag(item)}
      onDragEnd={onDragEnd}
    >
      <button type="button" data-open-row className={itemStyles["title"]} onClick={() => onOpen(item.id)}>
        <bdi>{cut(item.title, 120)}</bdi>
      </button>
      {onStatus !== undefined && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Move ${cut(item.title, 60)}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Move to</Menu.Label>
            {itemStatuses
              .filter((status) => status !== item.status)
              .map((status) => (
                <Menu.Item key={status} onClick={() => onStatus(item, status)}>
                  {statusLabels[status]}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <div className={itemStyles["under"]}>
        <PriorityMark of={item.priority} />
        <DueMark item={item} />
        {item.assignee !== null && <PersonName person={item.assignee} userId={userId} />}
        {item.agent !== null && (
          <span
            className={itemStyles["mark"]}
            title={`Created by ${cut(actorName(item.creator.name, item.agent), 200)}`}
          >
            <IconRobot size={14} aria-hidden />
            {cut(item.agent.name, 40)}
          </span>
        )}
      </div>
    </li>
  );
}
