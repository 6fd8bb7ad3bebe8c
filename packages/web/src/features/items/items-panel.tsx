import { Button, Skeleton } from "@mantine/core";
import type { BulkAnswer } from "@plumb/contract/items/annotation-changes.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { ItemStatus } from "@plumb/contract/items/item-words.ts";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { filterOf, type ItemSearch } from "#lib/address/item-search.ts";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { useFailureToast } from "#ui/failure-toast.ts";
import { LeftAsTheyWere } from "./left-as-they-were.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { useCreateItem } from "./create-item.ts";
import { CreateItemDialog } from "./create-item-dialog.tsx";
import { type BulkTarget, useBulkStatus, useItemActs } from "./item-acts.ts";
import { ItemPanel } from "./item-panel.tsx";
import type { ItemRowActs } from "./item-row.tsx";
import { BoardPanel } from "./board-panel.tsx";
import { ItemsList } from "./items-list.tsx";
import { ItemsSummary } from "./items-summary.tsx";
import { ItemsTools } from "./items-tools.tsx";
import { assigneesQuery, itemsQuery, itemSummaryQuery } from "./items.queries.ts";
import { SavedFilters } from "./saved-filters.tsx";
import { StatusDialog } from "./status-dialog.tsx";
import { useItemSelection } from "./use-item-selection.ts";

interface ItemsPanelProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly userId: number | undefined;
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
  readonly onSwitchProject: (projectId: number) => void;
}

/** Which items a dialog asks about, and the status that they shall have. */
interface Asked {
  readonly status: ItemStatus;
  readonly count: number;
  /** One item as it was seen; else many. */
  readonly item?: Annotation;
  readonly target: BulkTarget;
}

/** The analysis items of a project, and all that can be done with them. */
export function ItemsPanel(props: ItemsPanelProps) {
  const { projectId, mayTriage, userId, search, onSearch, onSwitchProject } = props;
  const summary = useQuery(itemSummaryQuery(projectId));
  const { data: members = [], error: membersError } = useQuery(assigneesQuery(projectId));
  const selection = useItemSelection(JSON.stringify(filterOf(search)));
  const acts = useItemActs(projectId);
  const bulk = useBulkStatus(projectId);
  const create = useCreateItem(projectId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [creating, setCreating] = useState(false);
  const [left, setLeft] = useState<BulkAnswer | null>(null);
  useOfferedCommand(mayTriage ? "Create analysis item" : null, () => setCreating(true), "annotation new note issue");
  useShortcuts(mayTriage ? [{ key: "c", label: "Create an item", run: () => setCreating(true) }] : []);

  const onStatus = (item: Annotation, status: ItemStatus) => {
    if (item.status === status) return;
    // Work that begins, or waits, needs no reason.
    if (status === "in_progress" || status === "open") acts.change(item, { kind: "status", status, comment: "" });
    else setAsked({ status, count: 1, item, target: { ids: [item.id] } });
  };
  const onUpdate = (comment: string) => {
    if (asked === null) return;
    const { item, status, target } = asked;
    // Where it fails, the note stays where it was typed.
    if (item !== undefined) acts.change(item, { kind: "status", status, comment }, () => setAsked(null));
    else
      bulk.mutate(
        { target, status, comment },
        {
          onSuccess: (answer) => {
            setLeft(answer.unchanged > 0 ? answer : null);
            selection.clear();
            setAsked(null);
          },
        },
      );
  };
  const rowActs: ItemRowActs = {
    members,
    userId,
    onOpen: (annotation) => onSearch({ ...search, annotation }),
    ...(mayTriage && {
      onSelect: selection.onSelect,
      onStatus,
      onAssign: (item, assignedTo) => acts.change(item, { kind: "assignment", assignedTo, name: nameOf(assignedTo) }),
    }),
  };
  const nameOf = (id: number | null) =>
    id === null ? "Unassigned" : (members.find((member) => member.id === id)?.display_name ?? "The person you chose");
  const items = useQuery({ ...itemsQuery(projectId, search), enabled: search.view !== "board" });
  useFailureToast(summary.error, "Failed to load analysis activity");
  useFailureToast(items.error, "Failed to load annotations");
  const total = items.data?.total ?? 0;
  const count = selection.all ? total : selection.selected.size;
  const pageIds = items.data?.annotations.map(({ id }) => id) ?? [];
  const pageSelected = pageIds.length > 0 && pageIds.every((id) => selection.selected.has(id));
  return (
    <>
      {summary.data === undefined ? (
        summary.error === null ? (
          <Skeleton height={96} animate={false} mb={14} />
        ) : (
          <ErrorPanel
            error={summary.error}
            fallback="Failed to load analysis activity"
            onRetry={() => void summary.refetch()}
          />
        )
      ) : (
        <ItemsSummary summary={summary.data} search={search} />
      )}
      <ItemsTools search={search} onSearch={onSearch} members={members} userId={userId}>
        <SavedFilters projectId={projectId} search={search} onSearch={onSearch} />
        {mayTriage && (
          <Button
            ms="auto"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setCreating(true)}
          >
            Create item
          </Button>
        )}
      </ItemsTools>
      {left !== null && <LeftAsTheyWere answer={left} onClose={() => setLeft(null)} />}
      {search.view === "board" ? (
        <BoardPanel projectId={projectId} search={search} acts={rowActs} />
      ) : (
        <ItemsList
          query={items}
          search={search}
          onSearch={onSearch}
          selected={selection.all ? new Set(pageIds) : selection.selected}
          onSelectPage={selection.onSelectPage}
          acts={rowActs}
          onCreate={mayTriage ? () => setCreating(true) : undefined}
        />
      )}
      {mayTriage && search.view !== "board" && (
        <BulkBar
          count={count}
          more={!selection.all && pageSelected && total > selection.selected.size ? total : null}
          onSelectAll={selection.onSelectAll}
          onClear={selection.clear}
          onStatus={(status) =>
            setAsked({ status, count, target: selection.all ? { search } : { ids: [...selection.selected] } })
          }
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
          acts={acts}
          onStatus={onStatus}
          onClose={() => onSearch({ ...search, annotation: undefined })}
          onSwitch={onSwitchProject}
        />
      )}
      {asked !== null && (
        <StatusDialog
          status={asked.status}
          count={asked.count}
          busy={bulk.isPending || acts.pending}
          onClose={() => setAsked(null)}
          onUpdate={onUpdate}
        />
      )}
      {creating && (
        <CreateItemDialog
          members={members}
          membersError={membersError}
          userId={userId}
          busy={create.isPending}
          onClose={() => setCreating(false)}
          onCreate={(draft) => create.mutate({ draft, subject: {} }, { onSuccess: () => setCreating(false) })}
        />
      )}
      {acts.conflict !== null && (
        <ConflictDialog
          conflict={acts.conflict}
          onKeepMine={acts.onKeepMine}
          onTakeTheirs={acts.onTakeTheirs}
          onLeave={acts.onLeave}
        />
      )}
    </>
  );
}
