import type { Annotation, ItemSubject } from "@plumb/contract/items/annotations.ts";
import { itemStatuses } from "@plumb/contract/items/item-labels.ts";
import { useState } from "react";
import type { ItemSearch } from "#lib/address/item-search.ts";
import { BulkBar } from "#features/items/list/bulk-bar.tsx";
import { ItemsBoard } from "#features/items/list/items-board.tsx";
import { ItemsList } from "#features/items/list/items-list.tsx";
import { ItemsSummary } from "#features/items/list/items-summary.tsx";
import { ItemsTools } from "#features/items/list/items-tools.tsx";
import { ReportItemList } from "./report-items-panel.tsx";
import { hostileItems, sampleItem, sampleItems, sampleMembers, sampleSummary } from "./sample-items.ts";
import { ItemMark } from "./cause-item-mark.tsx";
import { SubjectItemsLine } from "./subject-items.tsx";
import { useSelection } from "#lib/keys/use-selection.ts";

interface ListProps {
  readonly items: readonly Annotation[];
  readonly total?: number;
  readonly viewer?: boolean;
  readonly start?: ItemSearch;
}

/** The list as on the page, with announcements below. */
function List({ items, total = items.length, viewer = false, start = {} }: ListProps) {
  const [search, setSearch] = useState(start);
  const [done, setDone] = useState("");
  const selection = useSelection("all");
  const query = {
    data: { annotations: items, total },
    error: null,
    isPlaceholderData: false,
    refetch: async () => undefined,
  };
  return (
    <main style={{ padding: 16 }}>
      <ItemsTools search={search} onSearch={setSearch} members={sampleMembers} userId={1} />
      <ItemsList
        query={query}
        search={search}
        onSearch={setSearch}
        selected={selection.selected}
        onSelectPage={selection.onSelectPage}
        onCreate={viewer ? undefined : () => setDone("create")}
        actions={{
          members: sampleMembers,
          userId: 1,
          onOpen: (id) => setDone(`open ${id}`),
          ...(!viewer && {
            onSelect: selection.onSelect,
            onStatus: ({ id }, status) => setDone(`${id} is ${status}`),
            onAssign: ({ id }, to) => setDone(`${id} to ${to ?? "nobody"}`),
          }),
        }}
      />
      <BulkBar
        count={selection.selected.size}
        more={null}
        onSelectAll={selection.onSelectAll}
        onStatus={(status) => setDone(JSON.stringify({ items: [...selection.selected], status }))}
        onClear={selection.clear}
      />
      <output aria-label="Done">{done}</output>
      <output aria-label="Search">{JSON.stringify(search)}</output>
    </main>
  );
}

export const Filled = () => <List items={sampleItems} total={203} start={{ page: 10 }} />;

const nothingDone = () => undefined;
/** The bar with a whole page selected. */
const bulkBar = (more: number) => (
  <main>
    <BulkBar count={10} more={more} onSelectAll={nothingDone} onStatus={nothingDone} onClear={nothingDone} />
  </main>
);
export const AllFit = () => bulkBar(10_000);
export const TooMany = () => bulkBar(10_001);
export const Viewer = () => <List items={sampleItems} viewer />;
export const Empty = () => <List items={[]} />;
export const NothingMatches = () => <List items={[]} start={{ status: "closed" }} />;
export const NoSuchPage = () => <List items={[]} total={5} start={{ page: 9 }} />;
export const Hostile = () => <List items={hostileItems} />;

const nothing = { isPlaceholderData: false, refetch: async () => undefined, data: undefined } as const;
const noList = {
  search: {},
  onSearch: () => undefined,
  selected: new Set<number>(),
  onSelectPage: () => undefined,
  onCreate: undefined,
};
const noActions = { members: sampleMembers, userId: 1, onOpen: () => undefined };

export const Loading = () => <ItemsList {...noList} query={{ ...nothing, error: null }} actions={noActions} />;
export const Failed = () => (
  <ItemsList {...noList} query={{ ...nothing, error: new Error("boom") }} actions={noActions} />
);

function Board({ viewer = false }: { readonly viewer?: boolean }) {
  const [items, setItems] = useState(sampleItems);
  const columns = itemStatuses.map((status) => {
    const own = items.filter((item) => item.status === status);
    return { status, items: own, total: status === "closed" ? 200 : own.length };
  });
  return (
    <main style={{ padding: 16 }}>
      <ItemsBoard
        columns={columns}
        search={{ view: "board" }}
        {...noActions}
        {...(!viewer && {
          onStatus: (moved, status) =>
            setItems(items.map((item) => (item.id === moved.id ? { ...item, status } : item))),
        })}
      />
    </main>
  );
}

export const OnBoard = () => <Board />;
export const BoardOfViewer = () => <Board viewer />;
export const Summary = () => <ItemsSummary summary={sampleSummary} search={{ overdue: true }} />;
export const OfReport = () => <ReportItemList items={[...sampleItems, ...hostileItems]} total={80} reportId={12} />;
export const OfNothing = () => <ReportItemList items={[]} total={0} reportId={12} />;
const aboutCause: Partial<Annotation> = {
  title: "About a cause",
  status: "in_progress",
  assignee: null,
  subject: { ...(sampleItem().subject as ItemSubject), kind: "group", groupId: 5 },
};
export const Line = () => (
  <>
    <SubjectItemsLine items={[sampleItem({ id: 1, status: "closed", title: "Closed one" }), sampleItem({ id: 2 })]} />
    <br />
    <SubjectItemsLine items={[sampleItem({ status: "closed", title: "Only a closed one" })]} />
    <br />
    <SubjectItemsLine withCauses items={[sampleItem(aboutCause)]} />
    <br />
    <ItemMark item={sampleItem()} />
  </>
);
