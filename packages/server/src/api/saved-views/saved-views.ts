import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  maxSavedViews,
  type SavedView,
  updateSavedView,
} from "@plumb/contract/projects/saved-views.ts";
import type { Api } from "#http/api.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import { Failure, refusedFields } from "#core/failure.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import { membershipRole } from "#store/projects/members.ts";
import * as store from "#store/projects/saved-views.ts";

/** Whoever sees the reports may keep views for themselves. */
export function savedViewRoutes(api: Api<"db">): void {
  api.route(listSavedViews, async ({ context, projectId, caller }) => {
    const { id: userId } = signedIn(caller).user;
    const rows = await store.savedViewsFor(context.db, projectId, userId);
    const role = await roleOf(context.db, projectId, caller);
    const data = rows.map((row) => {
      const view = present(row, userId);
      return { ...view, deletable: view.deletable || role === "LEAD" };
    });
    return { data, mayShare: role !== "VIEWER" };
  });

  api.route(createSavedView, async ({ context, projectId, caller, body, now }) => {
    const { id: ownerId } = signedIn(caller).user;
    if (body.shared) await mustTriage(context.db, projectId, caller);
    const view = { ...body, projectId, ownerId, now, most: maxSavedViews };
    const row = await store.createSavedView(context.db, view).catch(refuseTaken);
    if (row === null)
      throw new Failure("conflict", `You already have ${maxSavedViews} views in this project. Delete one first.`);
    return { data: present(row, ownerId) };
  });

  api.route(updateSavedView, async ({ context, projectId, caller, params, body }) => {
    const { id: userId } = signedIn(caller).user;
    const view = await seen(context.db, projectId, userId, params.viewId);
    if (view.ownerId !== userId)
      throw new Failure("forbidden", `This view belongs to ${view.owner}; only they can change it.`);
    if (body.shared === true) await mustTriage(context.db, projectId, caller);
    const row = await store.updateSavedView(context.db, projectId, params.viewId, body).catch(refuseTaken);
    if (row === null) throw noView();
    return { data: present(row, userId) };
  });

  api.route(deleteSavedView, async ({ context, projectId, caller, params }) => {
    const { id: userId } = signedIn(caller).user;
    const view = await seen(context.db, projectId, userId, params.viewId);
    if (view.ownerId !== userId && (await roleOf(context.db, projectId, caller)) !== "LEAD")
      throw new Failure("forbidden", `This view belongs to ${view.owner}; only they or a project lead can delete it.`);
    await store.deleteSavedView(context.db, projectId, params.viewId);
    return { data: null };
  });
}

function present({ ownerId, ...row }: store.SavedViewRow, userId: number): SavedView {
  const own = ownerId === userId;
  return { ...row, own, deletable: own };
}

/** @throws Failure `not_found` for what is not there and for what somebody else keeps to themselves. */
async function seen(db: Db, projectId: number, userId: number, viewId: number): Promise<store.SavedViewRow> {
  const view = await store.savedViewFor(db, projectId, userId, viewId);
  if (view === null) throw noView();
  return view;
}

function noView(): Failure {
  return new Failure("not_found", "This view does not exist in this project.");
}

/** Administrators count as leads. */
async function roleOf(db: Db, projectId: number, caller: Caller) {
  const { id, role } = signedIn(caller).user;
  return role === "ADMIN" ? "LEAD" : membershipRole(db, projectId, id);
}

async function mustTriage(db: Db, projectId: number, caller: Caller): Promise<void> {
  if ((await roleOf(db, projectId, caller)) === "VIEWER")
    throw new Failure("forbidden", "Viewers cannot share views. Ask a user or a lead of the project to share it.");
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw refusedFields({ name: "You already have a view with this name." }, "conflict");
  throw error;
}
