import { failureViews } from "@plumb/contract/failures/failure-views.ts";
import type { ViewEndpoints } from "@plumb/contract/projects/view-endpoints.ts";
import { reportViews } from "@plumb/contract/projects/saved-views.ts";
import { testViews } from "@plumb/contract/tests/test-views.ts";
import { trendViews } from "@plumb/contract/trends/trend-views.ts";
import type { Api } from "#http/api.ts";
import type { ViewKind, ViewSearches } from "#store/projects/saved-views.ts";
import { viewsOf } from "./views-of-kind.ts";

/** Saved views of each page but the items, whose endpoints call them filters. */
export function viewRoutes(api: Api<"db">): void {
  serveViews(api, "reports", reportViews);
  serveViews(api, "failures", failureViews);
  serveViews(api, "tests", testViews);
  serveViews(api, "trends", trendViews);
}

function serveViews<Kind extends ViewKind>(
  api: Api<"db">,
  kind: Kind,
  { list, create, update, remove }: ViewEndpoints<ViewSearches[Kind]>,
): void {
  const views = viewsOf(kind, "view");

  api.route(list, ({ context: { db }, projectId, caller }) => views.list({ db, projectId, caller }));

  api.route(create, async ({ context: { db }, projectId, caller, body, now }) => ({
    data: await views.create({ db, projectId, caller }, body, now),
  }));

  api.route(update, async ({ context: { db }, projectId, caller, params, body }) => ({
    data: await views.update({ db, projectId, caller }, params.viewId, body),
  }));

  api.route(remove, async ({ context: { db }, projectId, caller, params }) => {
    await views.remove({ db, projectId, caller }, params.viewId);
    return { data: null };
  });
}
