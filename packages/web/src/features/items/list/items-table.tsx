import { Checkbox, Table } from "@mantine/core";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { AnnotationSort } from "@plumb/contract/items/item-sorts.ts";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import { type ItemSearch, narrowedItems } from "#lib/address/item-search.ts";
import cards from "#ui/list/card-table.module.css";
import { useCards } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { ItemRow, type ItemRowActions } from "./item-row.tsx";
import { useItemKeys } from "./use-item-keys.ts";
import styles from "./items-list.module.css";

interface ItemsTableProps extends ItemRowActions {
  readonly items: readonly Annotation[];
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  readonly selected: ReadonlySet<number>;
  readonly onSelectAll: (selected: boolean) => void;
}

const columns: readonly (readonly [string, AnnotationSort | null])[] = [
  ["Title", "title"],
  ["Type", null],
  ["Priority", "priority"],
  ["Status", "status"],
  ["Assignee", null],
  ["Due", "due_date"],
  ["Created", "created_at"],
];

export function ItemsTable({ items, search, onSearch, stale, selected, onSelectAll, ...actions }: ItemsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  useItemKeys(list, items, actions);
  const rows = useCards(true);
  const all = items.length > 0 && items.every(({ id }) => selected.has(id));
  return (
    <div ref={list} className={`${panel["panel"]} ${styles["table"]}`} aria-busy={stale}>
      <Table {...rows} className={cards["table"] ?? ""} verticalSpacing={7} aria-label="Analysis items">
        <Table.Thead>
          <Table.Tr>
            {actions.onSelect !== undefined && (
              <Table.Th w={40}>
                <Checkbox
                  size="xs"
                  aria-label="Select all items on this page"
                  checked={all}
                  indeterminate={!all && items.some(({ id }) => selected.has(id))}
                  onChange={({ currentTarget }) => onSelectAll(currentTarget.checked)}
                />
              </Table.Th>
            )}
            {columns.map(([label, sort]) => (
              <SortHead key={label} label={label} sort={sort} search={search} onSearch={onSearch} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => (
            <ItemRow
              key={item.id}
              item={item}
              index={index}
              opened={item.id === search.annotation}
              selected={selected.has(item.id)}
              {...actions}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface SortHeadProps extends Pick<ItemsTableProps, "onSearch" | "search"> {
  readonly label: string;
  /** `null` if the column cannot be sorted. */
  readonly sort: AnnotationSort | null;
}

function SortHead({ label, sort, search, onSearch }: SortHeadProps) {
  if (sort === null) return <Table.Th>{label}</Table.Th>;
  const isOn = (search.sortBy ?? "created_at") === sort;
  const ascending = search.sortOrder === "asc";
  const Icon = ascending ? IconArrowUp : IconArrowDown;
  const toggle = () =>
    onSearch(
      narrowedItems(search, {
        sortBy: sort === "created_at" ? undefined : sort,
        // By default, titles and due dates are ascending, other columns are descending.
        sortOrder: (isOn ? !ascending : sort === "title" || sort === "due_date") ? "asc" : undefined,
      }),
    );
  return (
    <Table.Th aria-sort={isOn ? (ascending ? "ascending" : "descending") : undefined}>
      <button type="button" className={styles["sort"]} onClick={toggle}>
        {label}
        {isOn && <Icon size={13} aria-hidden />}
      </button>
    </Table.Th>
  );
}
