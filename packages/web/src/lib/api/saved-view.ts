import type { SavedView } from "@plumb/contract/projects/saved-views.ts";
import type { UseMutationResult } from "@tanstack/react-query";

/** A saved view of a page. */
export type View<Search> = Omit<SavedView, "search"> & { readonly search: Search };

export interface NewView<Search> {
  readonly name: string;
  readonly search: Search;
  readonly shared: boolean;
}

export interface ViewChange {
  readonly viewId: number;
  readonly name?: string;
  readonly shared?: boolean;
  readonly isDefault?: boolean;
}

export interface ViewActions<Search> {
  readonly create: UseMutationResult<unknown, Error, NewView<Search>>;
  readonly update: UseMutationResult<unknown, Error, ViewChange>;
  readonly remove: UseMutationResult<unknown, Error, number>;
}
