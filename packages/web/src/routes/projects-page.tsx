import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { ProjectStatesPanel } from "#features/projects/project-states-panel.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { PageFrame } from "#ui/page-frame.tsx";
import { SearchBox } from "#ui/search-box.tsx";

const route = getRouteApi("/guarded/projects");

/** Every project of the reader: which of them is red, and what came last. */
export function ProjectsPage() {
  usePageTitle("Projects");
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: account } = useQuery(ownAccountQuery);
  const onSearch = useCallback(
    (words: string) => void navigate({ search: words === "" ? {} : { q: words }, replace: true }),
    [navigate],
  );
  return (
    <PageFrame
      title="Projects"
      subtitle="How all of your projects are doing"
      actions={<SearchBox label="Search projects" value={q} onChange={onSearch} />}
    >
      <ProjectStatesPanel search={q.trim()} admin={account?.role === "ADMIN"} />
    </PageFrame>
  );
}
