import { lazy, Suspense, useState } from "react";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { SavedViewsMenu } from "./saved-views-menu.tsx";
import type { View, ViewActions } from "#lib/api/saved-view.ts";

const SavedViewsDialogs = lazy(async () => ({
  default: (await import("./saved-views-dialogs.tsx")).SavedViewsDialogs,
}));

interface SavedViewsProps<Search> {
  readonly search: Search;
  /** Whether two searches are the same view. */
  readonly isSame: (one: Search, other: Search) => boolean;
  /** `undefined` while loading. */
  readonly found: { readonly data: readonly View<Search>[]; readonly mayShare: boolean } | undefined;
  readonly failed: boolean;
  readonly actions: ViewActions<Search>;
  /** Called when the menu opens, to load the views. */
  readonly onOpen: () => void;
  readonly onSearch: (search: Search) => void;
}

/** Menu of saved views, with dialogs to save the current one and to manage them. */
export function SavedViews<Search>({
  search,
  isSame,
  found,
  failed,
  actions,
  onOpen,
  onSearch,
}: SavedViewsProps<Search>) {
  const [opened, setOpened] = useState<"save" | "manage" | null>(null);
  const [used, setUsed] = useState(false);
  if (opened !== null && !used) setUsed(true);
  const button = useReturnedFocus(opened !== null);
  const { create, update, remove } = actions;
  return (
    <>
      <SavedViewsMenu
        button={button}
        search={search}
        isSame={isSame}
        views={found?.data}
        failed={failed}
        onOpen={onOpen}
        onApply={onSearch}
        onSave={() => setOpened("save")}
        onManage={() => setOpened("manage")}
      />
      {used && (
        <Suspense>
          <SavedViewsDialogs
            create={{
              isPending: create.isPending,
              error: create.error,
              send: (view, onSuccess) => create.mutate({ ...view, search }, { onSuccess }),
              reset: create.reset,
            }}
            update={update}
            remove={remove}
            views={found?.data ?? []}
            mayShare={found?.mayShare ?? false}
            opened={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}
