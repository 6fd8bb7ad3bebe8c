import type { ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { WeekPanel } from "#features/trends/week-panel.tsx";
import { weekSearch, type WeekSearch } from "#lib/address/week-search.ts";
import { ShareHere } from "#routes/share/share-here.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { TrendViews } from "./trend-views.tsx";

const shareWeek = (target: ShareTarget) => <ShareHere target={target} size="xs" />;

/** Weekly quality report of the selected project. */
export function WeekPage() {
  const project = useSelectedProject();
  const search = useSearch({ from: "/guarded/trends/week" });
  const navigate = useNavigate({ from: "/trends/week" });
  const onSearch = useCallback(
    // Unset values are omitted from the URL.
    (next: WeekSearch) => void navigate({ search: weekSearch({ ...next }), resetScroll: false }),
    [navigate],
  );
  if (project == null) return null;
  return (
    <PageFrame>
      <TrendViews />
      <WeekPanel key={project.id} projectId={project.id} search={search} onSearch={onSearch} shareOf={shareWeek} />
    </PageFrame>
  );
}
