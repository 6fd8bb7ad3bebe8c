import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
  updateSavedFilter,
} from "@plumb/contract/items/saved-filters.ts";
import { viewsOf } from "#api/saved-views/views-of-kind.ts";
import type { Api } from "#http/api.ts";

export function savedFilterRoutes(api: Api<"db">): void {
  const filters = viewsOf("items", "filter");

  api.route(listSavedFilters, ({ context: { db }, projectId, caller }) => filters.list({ db, projectId, caller }));

  api.route(createSavedFilter, async ({ context: { db }, projectId, caller, body, now }) => ({
    data: await filters.create({ db, projectId, caller }, body, now),
  }));

  api.route(updateSavedFilter, async ({ context: { db }, projectId, caller, params, body }) => ({
    data: await filters.update({ db, projectId, caller }, params.filterId, body),
  }));

  api.route(deleteSavedFilter, async ({ context: { db }, projectId, caller, params }) => {
    await filters.remove({ db, projectId, caller }, params.filterId);
    return { data: null };
  });
}
