import type { FailureViewSearch } from "@plumb/contract/failures/failure-views.ts";
import type { ItemSearch } from "@plumb/contract/items/saved-filters.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import type { TestViewSearch } from "@plumb/contract/tests/test-views.ts";
import type { TrendViewSearch } from "@plumb/contract/trends/trend-views.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** URL parameters of the screen that each kind of view belongs to. */
export interface ViewSearches {
  readonly reports: ReportListSearch;
  readonly items: ItemSearch;
  readonly failures: FailureViewSearch;
  readonly tests: TestViewSearch;
  readonly trends: TrendViewSearch;
}
export type ViewKind = keyof ViewSearches;

export interface SavedViewRow<Kind extends ViewKind> {
  readonly id: number;
  readonly ownerId: number;
  readonly owner: string;
  readonly name: string;
  readonly search: ViewSearches[Kind];
  readonly shared: boolean;
  /** True if the owner's page opens with it. */
  readonly isDefault: boolean;
}

/** Undefined fields are not changed. */
export interface SavedViewChange<Kind extends ViewKind> {
  readonly name?: string | undefined;
  readonly search?: ViewSearches[Kind] | undefined;
  readonly shared?: boolean | undefined;
  /** True makes it the owner's only default view of this kind. */
  readonly isDefault?: boolean | undefined;
}

const columns = sql.raw(`
  v.id, v.owner_id as "ownerId", coalesce(a.display_name, a.name, a.email) as owner, v.name, v.search, v.shared, v.is_default as "isDefault"`);

/** Returns the user's own views of this kind and the shared ones, sorted by name. */
export async function savedViewsFor<Kind extends ViewKind>(
  db: Db,
  kind: Kind,
  projectId: number,
  userId: number,
): Promise<SavedViewRow<Kind>[]> {
  const { rows } = await sql<SavedViewRow<Kind>>`
    select ${columns} from saved_view v join user_account a on a.id = v.owner_id
     where v.project_id = ${projectId} and v.kind = ${kind} and (v.owner_id = ${userId} or v.shared)
     order by lower(v.name), v.id
  `.execute(db);
  return rows;
}

/** Returns `null` if the view does not exist or the user may not see it. */
export async function savedViewFor<Kind extends ViewKind>(
  db: Db,
  kind: Kind,
  projectId: number,
  userId: number,
  viewId: number,
): Promise<SavedViewRow<Kind> | null> {
  const { rows } = await sql<SavedViewRow<Kind>>`
    select ${columns} from saved_view v join user_account a on a.id = v.owner_id
     where v.project_id = ${projectId} and v.kind = ${kind} and v.id = ${viewId} and (v.owner_id = ${userId} or v.shared)
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns `null` if the owner has `max` views in this project already.
 *
 * @throws The unique violation of the database if the owner has a view of this name.
 */
export async function createSavedView<Kind extends ViewKind>(
  db: Db,
  kind: Kind,
  view: {
    projectId: number;
    ownerId: number;
    name: string;
    search: ViewSearches[Kind];
    shared: boolean;
    now: Date;
    max: number;
  },
): Promise<SavedViewRow<Kind> | null> {
  const { rows } = await sql<SavedViewRow<Kind>>`
    with v as (
      insert into saved_view (project_id, owner_id, kind, name, search, shared, created_at)
      select ${view.projectId}::bigint, ${view.ownerId}::bigint, ${kind}::text, ${view.name}::text, ${JSON.stringify(view.search)}::jsonb, ${view.shared}::boolean, ${view.now}::timestamptz
       where (select count(*) from saved_view o where o.project_id = ${view.projectId} and o.owner_id = ${view.ownerId} and o.kind = ${kind}) < ${view.max}
      returning *
    )
    select ${columns} from v join user_account a on a.id = v.owner_id
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns `null` if the view does not exist.
 *
 * @throws The unique violation of the database if the owner has a view of this name.
 */
export async function updateSavedView<Kind extends ViewKind>(
  db: Db,
  { projectId, ownerId, kind, viewId }: { projectId: number; ownerId: number; kind: Kind; viewId: number },
  { name, search, shared, isDefault }: SavedViewChange<Kind>,
): Promise<SavedViewRow<Kind> | null> {
  const { rows } = await sql<SavedViewRow<Kind>>`
    with others as (
      update saved_view set is_default = false
       where project_id = ${projectId} and owner_id = ${ownerId} and kind = ${kind} and id <> ${viewId}
         and is_default and ${isDefault === true}
    ), v as (
      update saved_view
         set is_default = coalesce(${isDefault ?? null}::boolean, is_default), name = coalesce(${name ?? null}::text, name), shared = coalesce(${shared ?? null}::boolean, shared),
             search = coalesce(${search === undefined ? null : JSON.stringify(search)}::jsonb, search)
       where project_id = ${projectId} and id = ${viewId}
      returning *
    )
    select ${columns} from v join user_account a on a.id = v.owner_id
  `.execute(db);
  return rows[0] ?? null;
}

export async function deleteSavedView(db: Db, projectId: number, viewId: number): Promise<void> {
  await sql`delete from saved_view where project_id = ${projectId} and id = ${viewId}`.execute(db);
}
