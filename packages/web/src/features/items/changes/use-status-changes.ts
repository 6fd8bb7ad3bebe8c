import type { BulkReply } from "@plumb/contract/items/annotation-changes.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { ItemStatus } from "@plumb/contract/items/item-labels.ts";
import { useState } from "react";
import { type BulkTarget, type ItemActions, useBulkStatus } from "./item-actions.ts";

/** Items of a dialog, and their new status. */
interface StatusQuestion {
  readonly status: ItemStatus;
  readonly count: number;
  /** Set for a single item: the revision that the user saw. */
  readonly item?: Annotation;
  readonly target: BulkTarget;
}

/** Changes the status of one or more items. A status that ends the work requires a note. */
export function useStatusChanges(projectId: number, actions: ItemActions, onChangedMany: () => void) {
  const bulk = useBulkStatus(projectId);
  const [question, setQuestion] = useState<StatusQuestion | null>(null);
  const [unchanged, setUnchanged] = useState<BulkReply | null>(null);
  const onStatus = (item: Annotation, status: ItemStatus) => {
    if (item.status === status) return;
    // These statuses do not require a note.
    if (status === "in_progress" || status === "open") actions.change(item, { kind: "status", status, comment: "" });
    else setQuestion({ status, count: 1, item, target: { ids: [item.id] } });
  };
  /** If saving fails, the note stays in its field. */
  const onUpdate = (comment: string) => {
    if (question === null) return;
    const { item, status, target } = question;
    if (item !== undefined) actions.change(item, { kind: "status", status, comment }, () => setQuestion(null));
    else
      bulk.mutate(
        { target, status, comment },
        {
          onSuccess: (response) => {
            setUnchanged(response.unchanged > 0 ? response : null);
            onChangedMany();
            setQuestion(null);
          },
        },
      );
  };
  return {
    question,
    onStatus,
    onStatusOfMany: (status: ItemStatus, count: number, target: BulkTarget) => setQuestion({ status, count, target }),
    onUpdate,
    onCancel: () => setQuestion(null),
    busy: bulk.isPending || actions.pending,
    /** Items that the last bulk change skipped; `null` if there are none. */
    unchanged,
    onUnchangedSeen: () => setUnchanged(null),
  };
}
