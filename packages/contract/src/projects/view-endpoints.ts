import { z } from "zod";
import { bodyBytes, endpoint, Id, success } from "#endpoint.ts";

/** Maximum length of the name of a view. */
export const maxViewName = 80;
export const noViewName = "Enter a name for the view";

const params = z.object({ projectId: Id });
const viewParams = z.object({ projectId: Id, viewId: Id });
/** Name of a new or renamed view. */
export const ViewName = z.string().trim().min(1, noViewName).max(maxViewName);

/** A saved view with its URL parameters. */
export function savedView<Search extends z.ZodType>(search: Search) {
  return z.object({
    id: Id,
    name: z.string(),
    search,
    /** True if all members of the project can see the view; otherwise only its owner can. */
    shared: z.boolean(),
    /** True if the view belongs to the caller. */
    own: z.boolean(),
    /** True if the navigation opens the page with this view. Only for own views, and at most one per page. */
    isDefault: z.boolean(),
    /** Name of the owner. */
    owner: z.string(),
    /** True if the caller may delete the view: owners can, and leads can delete shared views. */
    deletable: z.boolean(),
  });
}

interface ViewsOfPage<Search extends z.ZodType> {
  /** Starts with `/api/` and contains `:projectId`. */
  readonly path: string;
  /** As in "views of …". */
  readonly page: string;
  /** URL parameters that a view stores. */
  readonly search: Search;
}

/** Endpoints for the saved views of a page with this search. */
export type ViewEndpoints<Search> = ReturnType<typeof viewEndpoints<z.ZodType<Search>>>;

/** Declares the endpoints for saved views of a page: the caller's own, and those that others share. */
export function viewEndpoints<Search extends z.ZodType>({ path, page, search }: ViewsOfPage<Search>) {
  const View = savedView(search);
  return {
    list: endpoint({
      method: "GET",
      path,
      summary: `List the caller's views of ${page} and the shared ones, by name`,
      allow: "project:read",
      params,
      /** `mayShare`: the caller may share saved views with the project. */
      response: success(z.array(View), { mayShare: z.boolean() }),
    }),
    create: endpoint({
      method: "POST",
      path,
      summary: `Save a view of ${page}; sharing needs triage permission`,
      allow: "project:read",
      params,
      body: z.object({ name: ViewName, search, shared: z.boolean().default(false) }),
      bodyBytes: bodyBytes.large,
      response: success(View),
    }),
    update: endpoint({
      method: "PUT",
      path: `${path}/:viewId`,
      summary:
        "Rename, change or share one of the caller's views, or make it the default; missing fields are not changed",
      allow: "project:read",
      params: viewParams,
      body: z.object({
        name: ViewName.optional(),
        search: search.optional(),
        shared: z.boolean().optional(),
        isDefault: z.boolean().optional(),
      }),
      bodyBytes: bodyBytes.large,
      response: success(View),
    }),
    remove: endpoint({
      method: "DELETE",
      path: `${path}/:viewId`,
      summary: "Delete a view: the caller's own, or any shared one for leads",
      allow: "project:read",
      params: viewParams,
      response: success(z.null()),
    }),
  };
}
