import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { savedViewsQuery } from "./saved-views.queries.ts";
import { SavedViewsMenu } from "./saved-views-menu.tsx";

const SavedViewsDialogs = lazy(async () => ({
  default: (await import("./saved-views-dialogs.tsx")).SavedViewsDialogs,
}));

interface SavedViewsPanelProps {
  readonly projectId: number;
  readonly search: ReportListSearch;
  readonly onSearch: (search: ReportListSearch) => void;
}

/** Menu of saved views. It loads them when it opens. */
export function SavedViewsPanel({ projectId, search, onSearch }: SavedViewsPanelProps) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState<"save" | "manage" | null>(null);
  const [used, setUsed] = useState(false);
  if (opened !== null && !used) setUsed(true);
  const button = useReturnedFocus(opened !== null);
  const views = useQuery({ ...savedViewsQuery(projectId), enabled: wanted });
  return (
    <>
      <SavedViewsMenu
        button={button}
        search={search}
        views={views.data?.data}
        failed={views.isError}
        onOpen={() => setWanted(true)}
        onApply={onSearch}
        onSave={() => setOpened("save")}
        onManage={() => setOpened("manage")}
      />
      {used && (
        <Suspense>
          <SavedViewsDialogs
            projectId={projectId}
            search={search}
            views={views.data?.data ?? []}
            mayShare={views.data?.mayShare ?? false}
            opened={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}
