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
import { actingOf } from "./acting.ts";
import { selectionOf } from "./item-selection.ts";

export function itemChangeRoutes(api: Api<"bus" | "clock" | "db" | "log">): void {
  api.route(updateAnnotationStatus, async ({ context, params, body, ...call }) => ({
    data: await changeStatus(context, actingOf(call), which(params, body), body),
  }));

  api.route(assignAnnotation, async ({ context, params, body, ...call }) => ({
    data: await assignItem(context, actingOf(call), which(params, body), body.assignedTo),
  }));

  api.route(editAnnotation, async ({ context, params, body, ...call }) => ({
    data: await editItem(context, actingOf(call), which(params, body), body),
  }));

  api.route(changeAnnotationDetails, async ({ context, params, body, ...call }) => ({
    data: await changeDetails(context, actingOf(call), which(params, body), body),
  }));

  api.route(changeAnnotationSubject, async ({ context, params, body, ...call }) => ({
    data: await changeSubject(context, actingOf(call), which(params, body), body),
  }));

  api.route(bulkUpdateStatus, async ({ context, body, ...call }) => {
    const named = body.filter === undefined ? body.annotationIds : selectionOf(body.filter, call);
    const change = { status: body.newStatus, comment: body.comment };
    return { data: await changeManyStatuses(context, actingOf(call), named, change) };
  });
}

function which(params: { readonly annotationId: number }, body: { readonly revision?: number | undefined }) {
  return { id: params.annotationId, revision: body.revision };
}
