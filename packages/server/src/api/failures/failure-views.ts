import {
  createFailureView,
  deleteFailureView,
  listFailureViews,
  updateFailureView,
} from "@plumb/contract/failures/failure-views.ts";
import { viewsOf } from "#api/saved-views/views-of-kind.ts";
import type { Api } from "#http/api.ts";

export function failureViewRoutes(api: Api<"db">): void {
  const views = viewsOf("failures", "view");

  api.route(listFailureViews, ({ context: { db }, projectId, caller }) => views.list({ db, projectId, caller }));

  api.route(createFailureView, async ({ context: { db }, projectId, caller, body, now }) => ({
    data: await views.create({ db, projectId, caller }, body, now),
  }));

  api.route(updateFailureView, async ({ context: { db }, projectId, caller, params, body }) => ({
    data: await views.update({ db, projectId, caller }, params.viewId, body),
  }));

  api.route(deleteFailureView, async ({ context: { db }, projectId, caller, params }) => {
    await views.remove({ db, projectId, caller }, params.viewId);
    return { data: null };
  });
}
