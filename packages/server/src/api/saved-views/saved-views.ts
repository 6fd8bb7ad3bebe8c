import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from "@plumb/contract/projects/saved-views.ts";
import type { Api } from "#http/api.ts";
import { viewsOf } from "./views-of-kind.ts";

export function savedViewRoutes(api: Api<"db">): void {
  const views = viewsOf("reports", "view");

  api.route(listSavedViews, ({ context: { db }, projectId, caller }) => views.list({ db, projectId, caller }));

  api.route(createSavedView, async ({ context: { db }, projectId, caller, body, now }) => ({
    data: await views.create({ db, projectId, caller }, body, now),
  }));

  api.route(updateSavedView, async ({ context: { db }, projectId, caller, params, body }) => ({
    data: await views.update({ db, projectId, caller }, params.viewId, body),
  }));

  api.route(deleteSavedView, async ({ context: { db }, projectId, caller, params }) => {
    await views.remove({ db, projectId, caller }, params.viewId);
    return { data: null };
  });
}
