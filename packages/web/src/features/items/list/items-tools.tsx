import { SegmentedControl, Select } from "@mantine/core";
import {
  itemPriorities,
  itemStatuses,
  itemTypes,
  priorityLabels,
  statusLabels,
  typeLabels,
} from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import type { ReactNode } from "react";
import { type ItemFilter, type ItemSearch, itemSearch, narrowedItems } from "#lib/address/item-search.ts";
import { SearchBox } from "#ui/list/search-box.tsx";
import { assigneeFilterChoices, creatorFilterChoices } from "#features/items/assignees.ts";
import styles from "./items-list.module.css";

interface ItemsToolsProps {
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly members: readonly Member[];
  readonly userId: number | undefined;
  /** Additional controls. */
  readonly children?: ReactNode;
}

const statuses = [
  { value: "", label: "All statuses" },
  { value: "todo", label: "To do" },
  ...itemStatuses.map((value) => ({ value, label: statusLabels[value] })),
];
const types = [{ value: "", label: "All types" }, ...itemTypes.map((value) => ({ value, label: typeLabels[value] }))];
const priorities = [
  { value: "", label: "All priorities" },
  ...itemPriorities.map((value) => ({ value, label: priorityLabels[value] })),
];

/** Filters and view of the items. */
export function ItemsTools({ search, onSearch, members, userId, children }: ItemsToolsProps) {
  const change = (changes: Partial<Record<keyof ItemFilter, unknown>>) =>
    onSearch(narrowedItems(search, itemSearch(changes)));
  const choose = (name: "status" | "type" | "priority" | "assignee" | "creator") => (value: string | null) =>
    // An empty value removes the filter.
    onSearch(narrowedItems(search, { [name]: itemSearch({ [name]: value })[name] }));
  return (
    <div className={styles["tools"]}>
      <SearchBox
        label="Search items..."
        value={search.q ?? ""}
        onChange={(q) => (q === "" ? onSearch(narrowedItems(search, { q: undefined })) : change({ q }))}
      />
      <Select
        aria-label="Status"
        data={statuses}
        value={search.status ?? ""}
        onChange={choose("status")}
        allowDeselect={false}
      />
      <Select
        aria-label="Type"
        data={types}
        value={search.type ?? ""}
        onChange={choose("type")}
        allowDeselect={false}
      />
      <Select
        aria-label="Priority"
        data={priorities}
        value={search.priority ?? ""}
        onChange={choose("priority")}
        allowDeselect={false}
      />
      <Select
        aria-label="Assignee"
        data={assigneeFilterChoices(members, userId, search.assignee)}
        value={String(search.assignee ?? "")}
        onChange={choose("assignee")}
        allowDeselect={false}
        searchable={members.length > 10}
      />
      <Select
        aria-label="Creator"
        data={creatorFilterChoices(members, userId, search.creator)}
        value={String(search.creator ?? "")}
        onChange={choose("creator")}
        allowDeselect={false}
        searchable={members.length > 10}
      />
      <div className={styles["acts"]}>
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={[
            { value: "table", label: "Table" },
            { value: "board", label: "Board" },
          ]}
          value={search.view ?? "table"}
          onChange={(view) => onSearch({ ...search, view: view === "board" ? "board" : undefined, page: undefined })}
        />
        {children}
      </div>
    </div>
  );
}
