import { RefusedError } from "@plumb/client/call-error.ts";
import {
  assignAnnotation,
  bulkUpdateStatus,
  changeAnnotationDetails,
  changeAnnotationSubject,
  editAnnotation,
  resolveProposal,
  undoAgentChange,
  updateAnnotationStatus,
} from "@plumb/contract/items/annotation-changes.ts";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { ItemPriority, ItemStatus, ItemType } from "@plumb/contract/items/item-labels.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ItemSearch } from "#lib/address/item-search.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { counted } from "#lib/format/format.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { OwnRevisions } from "./own-revisions.ts";
import {
  itemFilterQuery,
  itemListsKey,
  itemQuery,
  itemsKey,
  type ItemSubjectIds,
} from "#features/items/items.queries.ts";

/** New subject of an item with its text. Without any id, the item has no subject. */
export interface NewSubject {
  readonly ids: ItemSubjectIds;
  readonly label: string;
}

type ItemChange =
  | { readonly kind: "status"; readonly status: ItemStatus; readonly comment: string }
  | { readonly kind: "assignment"; readonly assignedTo: number | null; readonly name: string }
  | { readonly kind: "edit"; readonly title: string; readonly message: string }
  | { readonly kind: "subject"; readonly subject: NewSubject }
  /** Undoes a change by an agent. `status` is the status after it. */
  | { readonly kind: "undo"; readonly eventId: number; readonly status: ItemStatus }
  | { readonly kind: "proposal"; readonly accept: boolean }
  | {
      readonly kind: "details";
      readonly type?: ItemType;
      readonly priority?: ItemPriority;
      readonly dueDate?: string | null;
      readonly tags?: readonly string[];
    };

/** @param seen The version that the user saw; defaults to the current one. */
export type ChangeSeen = (change: ItemChange, onDone?: () => void, seen?: Annotation) => void;

/** Rejected change with the current item. */
export interface ItemConflict {
  readonly item: Annotation;
  readonly change: ItemChange;
  readonly current: Annotation;
}

const messages = {
  status: ["Status updated successfully", "Failed to update status"],
  assignment: ["Assignment updated successfully", "Failed to update assignment"],
  edit: ["Annotation updated successfully", "Failed to update annotation"],
  subject: ["Annotation updated successfully", "Failed to update annotation"],
  details: ["Annotation updated successfully", "Failed to update annotation"],
  undo: ["Change undone", "Failed to undo the change"],
  proposal: ["Proposal answered", "Failed to answer the proposal"],
} as const;

interface Changed {
  readonly item: Annotation;
  readonly change: ItemChange;
}

export interface ItemActions {
  readonly change: (item: Annotation, change: ItemChange, onDone?: () => void) => void;
  readonly pending: boolean;
  /** `null` without a conflict. */
  readonly conflict: ItemConflict | null;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  /** Closes the dialog without a choice. The typed text stays in its field, unsaved. */
  readonly onLeave: () => void;
}

/** Returns the actions of items. After a conflict, shows both versions to choose from. */
export function useItemActions(projectId: number): ItemActions {
  const queryClient = useQueryClient();
  const refresh = useRefreshItems(projectId);
  const own = useRef(new OwnRevisions());
  const [conflict, setConflict] = useState<(ItemConflict & { readonly onDone?: (() => void) | undefined }) | null>(
    null,
  );
  const { mutate, isPending } = useMutation({
    // Runs changes one after another, because the second of two quick changes depends on the result of the first.
    scope: { id: `items-${projectId}` },
    mutationFn: ({ item, change }: Changed) => send({ ...item, revision: own.current.after(item) }, change),
    onSuccess: (changed, { item, change }) => {
      own.current.note(item, changed);
      showChanged(queryClient, projectId, changed);
      showSuccess(messages[change.kind][0]);
    },
    // Not awaited, because the next change does not depend on the reloaded data.
    onSettled: () => void refresh(),
  });
  const change = (item: Annotation, change: ItemChange, onDone?: () => void) =>
    mutate(
      { item, change },
      {
        onSuccess: () => onDone?.(),
        onError: (error) => {
          const current = currentOf(error);
          if (current === null) showError(refusalText(error, messages[change.kind][1]));
          else setConflict({ item, change, current, onDone });
        },
      },
    );
  return {
    change,
    pending: isPending,
    conflict,
    onTakeTheirs: () => {
      conflict?.onDone?.();
      setConflict(null);
    },
    onLeave: () => setConflict(null),
    onKeepMine: () => {
      setConflict(null);
      if (conflict !== null) change(conflict.current, conflict.change, conflict.onDone);
    },
  };
}

/** Shows the returned item in all places until the data is reloaded. */
function showChanged(queryClient: QueryClient, projectId: number, changed: Annotation): void {
  queryClient.setQueriesData<{ readonly annotations: readonly Annotation[] }>(
    { queryKey: itemListsKey(projectId) },
    (listed) =>
      listed === undefined
        ? undefined
        : { ...listed, annotations: listed.annotations.map((item) => (item.id === changed.id ? changed : item)) },
  );
  queryClient.setQueryData<AnnotationDetail>(itemQuery(changed.id).queryKey, (detail) =>
    detail === undefined ? undefined : { ...detail, ...changed },
  );
}

async function send({ id: annotationId, revision }: Annotation, change: ItemChange): Promise<Annotation> {
  const params = { annotationId };
  switch (change.kind) {
    case "status": {
      const { status, comment } = change;
      return (await api.call(updateAnnotationStatus, { params, body: { status, comment, revision } })).data;
    }
    case "assignment":
      return (await api.call(assignAnnotation, { params, body: { assignedTo: change.assignedTo, revision } })).data;
    case "edit": {
      const { title, message } = change;
      return (await api.call(editAnnotation, { params, body: { title, message, revision } })).data;
    }
    case "subject": {
      const { testRunId = null, testCaseId = null, testId = null, groupId = null } = change.subject.ids;
      const body = { testRunId, testCaseId, testId, groupId, revision };
      return (await api.call(changeAnnotationSubject, { params, body })).data;
    }
    case "undo":
      return (await api.call(undoAgentChange, { params, body: { eventId: change.eventId, revision } })).data;
    case "proposal":
      return (await api.call(resolveProposal, { params, body: { accept: change.accept, revision } })).data;
    case "details": {
      const { kind: _kind, tags, ...details } = change;
      const body = { ...details, ...(tags !== undefined && { tags: [...tags] }), revision };
      return (await api.call(changeAnnotationDetails, { params, body })).data;
    }
  }
  return change satisfies never;
}

/** Returns the current item of a conflict. */
function currentOf(error: unknown): Annotation | null {
  if (!(error instanceof RefusedError) || error.code !== "conflict") return null;
  const { body } = error;
  return typeof body === "object" && body !== null && "current" in body ? (body.current as Annotation) : null;
}

/** Reloads all data about the project's items. */
export function useRefreshItems(projectId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: itemsKey(projectId) }),
      queryClient.invalidateQueries({ queryKey: ["item"] }),
    ]);
  };
}

/** Items by id, or all that match a search. */
export type BulkTarget = { readonly ids: readonly number[] } | { readonly search: ItemSearch };

interface BulkChange {
  readonly target: BulkTarget;
  readonly status: ItemStatus;
  readonly comment: string;
}

/** Changes the status of several items. The response lists the skipped ones. */
export function useBulkStatus(projectId: number) {
  const refresh = useRefreshItems(projectId);
  return useMutation({
    mutationFn: async ({ target, status, comment }: BulkChange) => {
      const which = "ids" in target ? { annotationIds: [...target.ids] } : { filter: bulkFilter(target.search) };
      const body = { ...which, newStatus: status, comment };
      return (await api.call(bulkUpdateStatus, { params: { projectId }, body })).data;
    },
    onSuccess: ({ updated, unchanged }) => {
      if (updated > 0 || unchanged === 0) showSuccess(`Updated ${counted(updated, "annotation")}`);
      else showError(`Nothing was changed: ${counted(unchanged, "item")} skipped`);
    },
    onError: (error) => showError(refusalText(error, "Failed to update annotations")),
    onSettled: refresh,
  });
}

function bulkFilter(search: ItemSearch) {
  const { overdue, ...filter } = itemFilterQuery(search);
  return { ...filter, overdue: overdue !== undefined };
}
