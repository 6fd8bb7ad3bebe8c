import { maxSavedViews, type SavedView } from "@plumb/contract/projects/saved-views.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import { membershipRole } from "#store/projects/members.ts";
import * as store from "#store/projects/saved-views.ts";

interface ViewsRequest {
  readonly db: Db;
  readonly projectId: number;
  readonly caller: Caller;
}

type View<Kind extends store.ViewKind> = Omit<SavedView, "search"> & Pick<store.SavedViewRow<Kind>, "search">;

interface NewView<Kind extends store.ViewKind> {
  readonly name: string;
  readonly search: store.ViewSearches[Kind];
  readonly shared: boolean;
}

/**
 * Returns routes for private and shared views of a screen. All users who can read the lists can save private views.
 *
 * @param word Label on the screen: `view` or `filter`.
 */
export function viewsOf<Kind extends store.ViewKind>(kind: Kind, word: string) {
  const seen = async ({ db, projectId, caller }: ViewsRequest, viewId: number) => {
    const view = await store.savedViewFor(db, kind, projectId, signedIn(caller).user.id, viewId);
    if (view === null) throw removed(word);
    return view;
  };
  const mustTriage = async (request: ViewsRequest) => {
    if ((await roleOf(request)) === "VIEWER")
      throw new ApiError(
        "forbidden",
        `Viewers cannot share ${word}s. Ask a user or a lead of the project to share it.`,
      );
  };
  return {
    async list(request: ViewsRequest): Promise<{ data: View<Kind>[]; mayShare: boolean }> {
      const { id: userId } = signedIn(request.caller).user;
      const role = await roleOf(request);
      const rows = await store.savedViewsFor(request.db, kind, request.projectId, userId);
      const data = rows.map((row) => {
        const view = present(row, userId);
        return { ...view, deletable: view.deletable || role === "LEAD" };
      });
      return { data, mayShare: role !== "VIEWER" };
    },
    async create(request: ViewsRequest, view: NewView<Kind>, now: Date): Promise<View<Kind>> {
      const { id: ownerId } = signedIn(request.caller).user;
      if (view.shared) await mustTriage(request);
      const row = await store
        .createSavedView(request.db, kind, { ...view, projectId: request.projectId, ownerId, now, max: maxSavedViews })
        .catch((error: unknown) => refuseTaken(error, word));
      if (row === null)
        throw new ApiError("conflict", `You already have ${maxSavedViews} ${word}s in this project. Delete one first.`);
      return present(row, ownerId);
    },
    async update(request: ViewsRequest, viewId: number, change: store.SavedViewChange<Kind>): Promise<View<Kind>> {
      const { id: userId } = signedIn(request.caller).user;
      const view = await seen(request, viewId);
      if (view.ownerId !== userId)
        throw new ApiError("forbidden", `This ${word} belongs to ${view.owner}; only they can change it.`);
      if (change.shared === true) await mustTriage(request);
      const row = await store
        .updateSavedView(request.db, { projectId: request.projectId, ownerId: userId, kind, viewId }, change)
        .catch((error: unknown) => refuseTaken(error, word));
      if (row === null) throw removed(word);
      return present(row, userId);
    },
    async remove(request: ViewsRequest, viewId: number): Promise<void> {
      const view = await seen(request, viewId);
      if (view.ownerId !== signedIn(request.caller).user.id && (await roleOf(request)) !== "LEAD")
        throw new ApiError(
          "forbidden",
          `This ${word} belongs to ${view.owner}; only they or a project lead can delete it.`,
        );
      await store.deleteSavedView(request.db, request.projectId, viewId);
    },
  };
}

function present<Kind extends store.ViewKind>(
  { ownerId, ...row }: store.SavedViewRow<Kind>,
  userId: number,
): View<Kind> {
  const own = ownerId === userId;
  return { ...row, own, isDefault: own && row.isDefault, deletable: own };
}

/** Returns the error for missing views and for private views of other users. */
function removed(word: string): ApiError {
  return new ApiError("not_found", `This ${word} does not exist in this project.`);
}

/** Administrators count as leads. */
async function roleOf({ db, projectId, caller }: ViewsRequest) {
  const { id, role } = signedIn(caller).user;
  return role === "ADMIN" ? "LEAD" : membershipRole(db, projectId, id);
}

function refuseTaken(error: unknown, word: string): never {
  if (isUniqueViolation(error)) throw refusedFields({ name: `You already have a ${word} with this name.` }, "conflict");
  throw error;
}
