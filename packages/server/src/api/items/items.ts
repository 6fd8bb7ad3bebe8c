import {
  addAnnotationFailed,
  addReportAnnotation,
  createAnnotation,
  listAnnotations,
  listTestCaseOptions,
  readAnnotationSummary,
  readOwnAnnotations,
} from "@plumb/contract/items/annotations.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { type Caller, signedIn, zoneOf } from "#http/caller.ts";
import { storedItem } from "#items/change-item.ts";
import { createItem } from "#items/create-item.ts";
import { dayIn } from "#core/local-time.ts";
import { isUnavailable } from "#store/db.ts";
import { itemPage, itemSummary, ownItems } from "#store/items/item-lists.ts";
import { itemsById } from "#store/items/item-rows.ts";
import { resultWindow } from "#read-models/results/result-window.ts";
import { editorOf, userIdOf } from "./editor-of.ts";
import { selectionOf } from "./item-selection.ts";

export function itemRoutes(api: Api<"bus" | "clock" | "db" | "itemSearch" | "log" | "resultIndex">): void {
  api.read(listAnnotations, async ({ context, query, ...call }) => {
    const selection = selectionOf(query, call);
    const { db, itemSearch } = context;
    const matching = selection.words.length === 0 ? undefined : await itemSearch.find(call.projectId, selection.words);
    const { ids, total } = await itemPage(db, selection, query, matching);
    return { data: { annotations: await itemsById(db, call.projectId, ids), total } };
  });

  api.read(readAnnotationSummary, async ({ context: { db }, projectId, caller, now }) => ({
    data: await itemSummary(db, projectId, viewerOf(caller, now)),
  }));

  api.read(readOwnAnnotations, async ({ context: { db }, projectId, caller, now }) => ({
    data: await ownItems(db, projectId, viewerOf(caller, now)),
  }));

  api.route(createAnnotation, async ({ context, body, ...call }) => {
    const { id } = await createItem(context, editorOf(call), body, createdAt(call, body.createdAt));
    return { data: await storedItem(context.db, call.projectId, id) };
  });

  api.route(addReportAnnotation, async ({ context, params, body, ...call }) => {
    try {
      const { id } = await createItem(context, editorOf(call), { ...body, testRunId: params.reportId }, undefined);
      return { data: await storedItem(context.db, call.projectId, id) };
    } catch (error) {
      if (error instanceof ApiError || isUnavailable(error)) throw error;
      context.log.error({ err: error }, "an item could not be added to a report");
      throw new ApiError("internal", addAnnotationFailed);
    }
  });

  api.route(listTestCaseOptions, async ({ context, projectId, params, query }) => {
    const { rows } = await resultWindow(context.resultIndex, {
      projectId,
      runId: params.reportId,
      status: undefined,
      words: searchWords(query.search),
      offset: 0,
      limit: query.limit,
    });
    return { data: rows.map(({ id, titlePath, status }) => ({ id, name: titlePath.join(" › "), status })) };
  });
}

/**
 * Returns the creation time of an imported item.
 *
 * @throws ApiError if the caller is not an administrator or the time is in the future.
 */
function createdAt({ caller, now }: { caller: Caller; now: Date }, sent: string | undefined): Date | undefined {
  if (sent === undefined) return undefined;
  if (signedIn(caller).user.role !== "ADMIN")
    throw new ApiError("forbidden", "Only an administrator can set the creation time of an item. Nothing was saved.");
  const at = new Date(sent);
  if (at > now) throw refusedFields({ createdAt: "Created at cannot be in the future" });
  return at;
}

function viewerOf(caller: Caller, now: Date) {
  return { userId: userIdOf(caller), today: dayIn(zoneOf(caller), now) };
}
