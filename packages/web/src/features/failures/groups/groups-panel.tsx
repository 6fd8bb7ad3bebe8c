import { useQuery } from "@tanstack/react-query";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { type ReactNode, useState } from "react";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { type FailureAct, type FailureDialog, triagedCause, type TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { useFailureActs } from "#features/failures/decisions/use-failure-acts.ts";
import panel from "#ui/layout/panel.module.css";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { windowText } from "#features/failures/failure-texts.ts";
import { failureGroupsQuery } from "#features/failures/failures.queries.ts";
import type { GroupDetailsActions } from "./group-details.tsx";
import { GroupDetailsPanel } from "./group-details-panel.tsx";
import { GroupsTable, type GroupsTableProps } from "./groups-table.tsx";
import { ListFrame } from "#features/failures/lists/list-frame.tsx";
import { MergeDialog } from "./merge-dialog.tsx";
import { type ReclassifyTarget, ReclassifyDialog } from "#features/failures/decisions/reclassify-dialog.tsx";
import { SelectionPanel } from "#features/failures/decisions/selection-panel.tsx";
import type { RowActions } from "#features/failures/lists/row-actions.ts";
import { useHasTracker, useTicketsOf } from "#features/failures/tickets/tickets.queries.ts";
import { useFailureSelection } from "#features/failures/decisions/use-failure-selection.ts";

export interface FailureListProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly mayManage: boolean;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
  /** Renders the analysis items about a cause, given its id and error. */
  readonly itemsOf: (groupId: number, error: string) => ReactNode;
  /** Renders the dialogs for causes and tests. */
  readonly dialog: FailureDialog;
}

/** The causes of the period's failures, with their actions. */
export function GroupsPanel(props: FailureListProps) {
  const { projectId, mayTriage, mayManage, search, onSearch, itemsOf, dialog } = props;
  const groups = useQuery(failureGroupsQuery(projectId, search));
  const rows = groups.data?.data ?? [];
  const ids = rows.map(({ id }) => id);
  const selection = useFailureSelection({ search, list: "groups", ids, total: groups.data?.total ?? 0 });
  const acts = useFailureActs({ projectId, dialog, search, rows: rows.map(causeOf), selection });
  const [opened, setOpened] = useState<ReclassifyTarget | "merge" | null>(null);
  const { mutate: decide, undoLast } = useDecide(projectId);
  const hasTracker = useHasTracker(projectId, selection.selected.size > 0);
  const onMakeRule = mayManage ? () => onSearch({ ...search, show: "new-rule" }) : undefined;
  const actions: RowActions = {
    ...selection,
    ids,
    onClassify: (of, primaryClass) => {
      decide({ kind: "classify", target: of === "selection" ? selection.target : { groupIds: [of] }, primaryClass });
      if (of === "selection") selection.clear();
    },
    onAct: (act, of) => {
      // The cause that stays is one of the selected ones.
      if (act === "same" && of === "selection" && selection.isVisible && selection.selected.size > 1)
        setOpened("merge");
      else acts.onAct(act, of);
    },
    onUndo: undoLast,
    onCopyLink: acts.onCopyLink,
    onReclassify: () => undefined,
  };
  const details = (groupId: number) => (
    <GroupDetailsPanel
      key={groupId}
      projectId={projectId}
      groupId={groupId}
      search={search}
      itemsOf={itemsOf}
      actions={mayTriage ? detailsActionsOf({ decide, setOpened, onMakeRule }) : undefined}
    />
  );
  const isElsewhere = groups.data !== undefined && !rows.some(({ id }) => id === search.group);
  return (
    <>
      {isElsewhere && search.group !== undefined && (
        <div className={panel["panel"]} style={{ marginBottom: 14, overflow: "hidden" }}>
          {details(search.group)}
        </div>
      )}
      <ListFrame query={groups} what="the groups" search={search} onSearch={onSearch}>
        {(visible) => (
          <TicketedGroups
            {...{ projectId, groups: visible }}
            stale={groups.isPlaceholderData}
            periodText={windowText(search)}
            opened={search.group}
            onOpen={(group) => onSearch({ ...search, group })}
            causeSearch={(cause, tab) => narrowed(search, { tab, cause, class: undefined, state: undefined })}
            actions={mayTriage ? actions : undefined}
            details={({ id }) => details(id)}
          />
        )}
      </ListFrame>
      <SelectionPanel
        projectId={projectId}
        noun="cause"
        target={selection.target}
        {...selection.bar}
        onClassify={(as) => actions.onClassify("selection", as)}
        acts={["assign", "quarantine", ...ofVisible(selection.isVisible, hasTracker)]}
        onAct={(act) => actions.onAct(act, "selection")}
      />
      {acts.dialog}
      {opened !== null && (
        <OpenedDialog
          {...{ projectId, opened, decide }}
          groups={rows.filter(({ id }) => selection.selected.has(id))}
          onMerged={selection.clear}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Acts on causes whose errors are known. */
function ofVisible(isVisible: boolean, hasTracker: boolean): FailureAct[] {
  if (!isVisible) return [];
  return hasTracker ? ["same", "ticket"] : ["same"];
}

interface OpenedDialogProps {
  readonly projectId: number;
  readonly opened: ReclassifyTarget | "merge";
  /** Causes to merge. */
  readonly groups: readonly FailureGroup[];
  readonly decide: ReturnType<typeof useDecide>["mutate"];
  readonly onMerged: () => void;
  readonly onClose: () => void;
}

function OpenedDialog({ projectId, opened, groups, decide, onMerged, onClose }: OpenedDialogProps) {
  if (opened === "merge")
    return (
      <MergeDialog
        groups={groups}
        onClose={onClose}
        onMerge={(groupIds) => {
          decide({ kind: "merge", groupIds });
          onMerged();
        }}
      />
    );
  return (
    <ReclassifyDialog
      projectId={projectId}
      target={opened}
      onClose={onClose}
      onDecide={(target, verdict) => decide({ kind: "classify", target, ...verdict })}
    />
  );
}

function causeOf({ id, representativeError, testCount }: FailureGroup): TriagedFailure & { readonly id: number } {
  return { id, ...triagedCause(id, representativeError, testCount) };
}

interface DetailsActionsParts extends Pick<GroupDetailsActions, "onMakeRule"> {
  readonly decide: ReturnType<typeof useDecide>["mutate"];
  readonly setOpened: (opened: ReclassifyTarget) => void;
}

/** Returns the handlers for the buttons of an opened cause. */
function detailsActionsOf({ decide, setOpened, onMakeRule }: DetailsActionsParts): GroupDetailsActions {
  return {
    onReclassify: ({ id, representativeError, primaryClass, subClass }) => {
      const verdict = primaryClass === null ? {} : { primaryClass, subClass: subClass?.code ?? null };
      setOpened({ kind: "group", id, name: representativeError, ...verdict });
    },
    onSplit: (groupId, signatures) => decide({ kind: "split", groupId, signatures }),
    onPin: (groupId, pinned) => decide({ kind: "pin", groupId, pinned }),
    onUndo: (decisionId) => decide({ kind: "undo", decisionId }),
    onTakeOver: (groupId, primaryClass) =>
      decide({ kind: "classify", target: { groupIds: [groupId] }, primaryClass, subClass: null }),
    onMakeRule,
  };
}

function TicketedGroups({ projectId, ...table }: GroupsTableProps & { readonly projectId: number }) {
  return <GroupsTable {...table} tickets={useTicketsOf(projectId, table.groups)} />;
}
