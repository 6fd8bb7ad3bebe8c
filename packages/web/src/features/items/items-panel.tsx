import { Button } from "@mantine/core";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import type { Member } from "@plumb/contract/projects/members.ts";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { filterOf, type ItemSearch } from "#lib/address/item-search.ts";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { SkippedItems } from "#features/items/list/skipped-items.tsx";
import { BulkBar } from "#features/items/list/bulk-bar.tsx";
import { ConflictDialog } from "#features/items/changes/conflict-dialog.tsx";
import { useCreateItem } from "#features/items/create/create-item.ts";
import { CreateItemDialog } from "#features/items/create/create-item-dialog.tsx";
import { type BulkTarget, useItemActions } from "#features/items/changes/item-actions.ts";
import { ItemPanel } from "#features/items/detail/item-panel.tsx";
import type { ItemRowActions } from "#features/items/list/item-row.tsx";
import { BoardPanel } from "#features/items/list/board-panel.tsx";
import { ItemsList } from "#features/items/list/items-list.tsx";
import { ItemsSummary } from "#features/items/list/items-summary.tsx";
import { ItemsTools } from "#features/items/list/items-tools.tsx";
import { assigneesQuery, itemsQuery, itemSummaryQuery } from "./items.queries.ts";
import { SavedFilters } from "#features/items/list/saved-filters.tsx";
import { StatusDialog } from "#features/items/changes/status-dialog.tsx";
import { type Selection, useSelection } from "#lib/keys/use-selection.ts";
import { useStatusChanges } from "#features/items/changes/use-status-changes.ts";

interface ItemsPanelProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly userId: number | undefined;
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly onSwitchProject: (projectId: number) => void;
  /** Shows the tickets of an item. */
  readonly ticketsOf: (projectId: number, annotationId: number) => ReactNode;
  /** Button that exports the list. */
  readonly csv: ReactNode;
}

/** Analysis items of a project, with all actions. */
export function ItemsPanel(props: ItemsPanelProps) {
  const { projectId, mayTriage, userId, search, onSearch, onSwitchProject, ticketsOf, csv } = props;
  const { data: members = [], error: membersError } = useQuery(assigneesQuery(projectId));
  const selection = useSelection(JSON.stringify(filterOf(search)));
  const actions = useItemActions(projectId);
  const statuses = useStatusChanges(projectId, actions, selection.clear);
  const [creating, setCreating] = useState(false);
  const onCreate = mayTriage ? () => setCreating(true) : undefined;
  useOfferedCommand(mayTriage ? "Create analysis item" : null, () => setCreating(true), "annotation new note issue");
  useShortcuts(onCreate === undefined ? [] : [{ key: "c", label: "Create an item", run: onCreate }]);
  const rowActions: ItemRowActions = {
    members,
    userId,
    onOpen: (annotation) => onSearch({ ...search, annotation }),
    ...(mayTriage && {
      onSelect: selection.onSelect,
      onStatus: statuses.onStatus,
      onAssign: (item, assignedTo) =>
        actions.change(item, { kind: "assignment", assignedTo, name: nameOf(assignedTo, members) }),
    }),
  };
  return (
    <>
      <SummaryPanel projectId={projectId} search={search} />
      <ItemsTools search={search} onSearch={onSearch} members={members} userId={userId}>
        <SavedFilters projectId={projectId} search={search} onSearch={onSearch} />
        {csv}
        {onCreate !== undefined && <CreateButton onCreate={onCreate} />}
      </ItemsTools>
      {statuses.unchanged !== null && <SkippedItems answer={statuses.unchanged} onClose={statuses.onUnchangedSeen} />}
      {search.view === "board" ? (
        <BoardPanel projectId={projectId} search={search} actions={rowActions} />
      ) : (
        <SelectableList
          {...{ projectId, mayTriage, search, onSearch, selection, onCreate }}
          actions={rowActions}
          onStatusOfMany={statuses.onStatusOfMany}
        />
      )}
      {search.annotation !== undefined && (
        <ItemPanel
          key={search.annotation}
          projectId={projectId}
          annotationId={search.annotation}
          mayTriage={mayTriage}
          members={members}
          userId={userId}
          actions={actions}
          onStatus={statuses.onStatus}
          onClose={() => onSearch({ ...search, annotation: undefined })}
          onSwitch={onSwitchProject}
          ticketsOf={ticketsOf}
        />
      )}
      {creating && (
        <CreateDialog {...{ projectId, members, membersError, userId }} onClose={() => setCreating(false)} />
      )}
      {statuses.question !== null && (
        <StatusDialog
          status={statuses.question.status}
          count={statuses.question.count}
          busy={statuses.busy}
          onClose={statuses.onCancel}
          onUpdate={statuses.onUpdate}
        />
      )}
      {actions.conflict !== null && (
        <ConflictDialog
          conflict={actions.conflict}
          onKeepMine={actions.onKeepMine}
          onTakeTheirs={actions.onTakeTheirs}
          onLeave={actions.onLeave}
        />
      )}
    </>
  );
}

function nameOf(id: number | null, members: readonly Member[]): string {
  if (id === null) return "Unassigned";
  return members.find((member) => member.id === id)?.display_name ?? "The person you chose";
}

/** Number of items by status, type and priority. */
function SummaryPanel({ projectId, search }: Pick<ItemsPanelProps, "projectId" | "search">) {
  const { data, error, refetch } = useQuery(itemSummaryQuery(projectId));
  useFailureToast(error, "Failed to load analysis activity");
  return data === undefined && error !== null ? (
    <ErrorPanel error={error} fallback="Failed to load analysis activity" onRetry={() => void refetch()} />
  ) : (
    <ItemsSummary summary={data} search={search} />
  );
}

function CreateButton({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <Button ms="auto" leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={onCreate}>
      Create item
    </Button>
  );
}

interface SelectableListProps extends Pick<ItemsPanelProps, "projectId" | "mayTriage" | "search" | "onSearch"> {
  readonly selection: Selection;
  readonly actions: ItemRowActions;
  readonly onCreate: (() => void) | undefined;
  readonly onStatusOfMany: (status: ItemStatus, count: number, target: BulkTarget) => void;
}

/** Page of items with actions for the selected ones. */
function SelectableList(props: SelectableListProps) {
  const { projectId, mayTriage, search, onSearch, selection, actions, onCreate, onStatusOfMany } = props;
  const items = useQuery(itemsQuery(projectId, search));
  useFailureToast(items.error, "Failed to load annotations");
  const total = items.data?.total ?? 0;
  const count = selection.all ? total : selection.selected.size;
  const pageIds = items.data?.annotations.map(({ id }) => id) ?? [];
  const pageSelected = pageIds.length > 0 && pageIds.every((id) => selection.selected.has(id));
  return (
    <>
      <ItemsList
        query={items}
        search={search}
        onSearch={onSearch}
        selected={selection.all ? new Set(pageIds) : selection.selected}
        onSelectPage={selection.onSelectPage}
        actions={actions}
        onCreate={onCreate}
      />
      {mayTriage && (
        <BulkBar
          count={count}
          more={!selection.all && pageSelected && total > selection.selected.size ? total : null}
          onSelectAll={selection.onSelectAll}
          onClear={selection.clear}
          onStatus={(status) =>
            onStatusOfMany(status, count, selection.all ? { search } : { ids: [...selection.selected] })
          }
        />
      )}
    </>
  );
}

interface CreateDialogProps extends Pick<ItemsPanelProps, "projectId" | "userId"> {
  readonly members: readonly Member[];
  readonly membersError: Error | null;
  readonly onClose: () => void;
}

function CreateDialog({ projectId, onClose, ...people }: CreateDialogProps) {
  const create = useCreateItem(projectId);
  return (
    <CreateItemDialog
      {...people}
      busy={create.isPending}
      onClose={onClose}
      onCreate={(draft) => create.mutate({ draft, subject: {} }, { onSuccess: onClose })}
    />
  );
}
