import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewView, ViewActions, ViewChange } from "./saved-view.ts";

interface ViewCalls<Search> {
  readonly create: (view: NewView<Search>) => Promise<unknown>;
  readonly update: (change: ViewChange) => Promise<unknown>;
  readonly remove: (viewId: number) => Promise<unknown>;
}

/** Actions on saved views. They always reload the list, because other users may have changed it too. */
export function useViewActions<Search>(
  queryKey: QueryKey,
  { create, update, remove }: ViewCalls<Search>,
): ViewActions<Search> {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey });
  return {
    create: useMutation({ mutationFn: create, onSettled }),
    update: useMutation({ mutationFn: update, onSettled }),
    remove: useMutation({ mutationFn: remove, onSettled }),
  };
}
