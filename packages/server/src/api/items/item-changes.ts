import {
  assignAnnotation,
  bulkUpdateStatus,
  changeAnnotationDetails,
  changeAnnotationSubject,
  editAnnotation,
  updateAnnotationStatus,
} from "@plumb/contract/items/annotation-changes.ts";
import type { Api } from "#http/api.ts";
import { changeManyStatuses } from "#items/bulk-status.ts";
import { assignItem, changeDetails, changeStatus, changeSubject, editItem } from "#items/item-changes.ts";
import { editorOf } from "./editor-of.ts";
import { selectionOf } from "./item-selection.ts";

export function itemChangeRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(updateAnnotationStatus, async ({ context, params, body, ...call }) => ({
    data: (await changeStatus(context, editorOf(call), which(params, body), body)).item,
  }));

  api.route(assignAnnotation, async ({ context, params, body, ...call }) => ({
    data: await assignItem(context, editorOf(call), which(params, body), body.assignedTo),
  }));

  api.route(editAnnotation, async ({ context, params, body, ...call }) => ({
    data: await editItem(context, editorOf(call), which(params, body), body),
  }));

  api.route(changeAnnotationDetails, async ({ context, params, body, ...call }) => ({
    data: await changeDetails(context, editorOf(call), which(params, body), body),
  }));

  api.route(changeAnnotationSubject, async ({ context, params, body, ...call }) => ({
    data: await changeSubject(context, editorOf(call), which(params, body), body),
  }));

  api.route(bulkUpdateStatus, async ({ context, body, ...call }) => {
    const named = body.filter === undefined ? body.annotationIds : selectionOf(body.filter, call);
    const change = { status: body.newStatus, comment: body.comment };
    return { data: await changeManyStatuses(context, editorOf(call), named, change) };
  });
}

function which(params: { readonly annotationId: number }, body: { readonly revision?: number | undefined }) {
  return { id: params.annotationId, revision: body.revision };
}
