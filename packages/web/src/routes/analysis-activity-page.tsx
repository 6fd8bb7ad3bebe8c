import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect } from "react";
import { ListCsvButton } from "#features/exports/csv-button.tsx";
import { itemOrderQuery } from "#features/items/items.queries.ts";
import { ItemsPanel } from "#features/items/items-panel.tsx";
import { NotificationsPanel } from "#features/notifications/notifications-panel.tsx";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";
import { type ItemSearch, itemSearch } from "#lib/address/item-search.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { useOpenPath } from "./use-open-path.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";

const ItemTickets = lazy(async () => ({
  default: (await import("#features/failures/tickets/subject-tickets.tsx")).ItemTickets,
}));

const ticketsOfItem = (projectId: number, annotationId: number) => (
  <TicketsOfItem projectId={projectId} annotationId={annotationId} />
);

function TicketsOfItem(item: { readonly projectId: number; readonly annotationId: number }) {
  const mayTriage = useMayHere("project:triage");
  return (
    <Suspense>
      <ItemTickets {...item} mayTriage={mayTriage} />
    </Suspense>
  );
}

/** Analysis items and notifications. `?annotation=` opens an item. */
export function AnalysisActivityPage() {
  const openPath = useOpenPath();
  const search = useSearch({ from: "/guarded/analysis" });
  const navigate = useNavigate({ from: "/analysis" });
  const onSearch = useCallback(
    (next: ItemSearch) => {
      // Typing creates a single history entry instead of one per pause.
      const typed = next.q !== search.q;
      // Omits defaults and unset values from the address.
      void navigate({ search: itemSearch({ ...next }), replace: typed, resetScroll: false });
    },
    [navigate, search],
  );
  useMeantProject(search);
  return (
    <PageFrame title="Analysis Activity" subtitle="Your team's analysis items and your notifications">
      <Tabs
        value={search.tab ?? "items"}
        onChange={(tab) => onSearch(tab === "notifications" ? { tab } : {})}
        keepMounted={false}
      >
        <Tabs.List mb={14} aria-label="Sections of Analysis Activity">
          <Tabs.Tab value="items">Analysis items</Tabs.Tab>
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="items">
          <ProjectItems search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsPanel onGo={openPath} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}

interface ProjectItemsProps {
  readonly search: ItemSearch;
  readonly onSearch: (search: ItemSearch) => void;
}

function ProjectItems({ search, onSearch }: ProjectItemsProps) {
  const project = useSelectedProject();
  const projects = useQuery(projectsQuery);
  const { data: account } = useQuery(ownAccountQuery);
  const mayTriage = useMayHere("project:triage");
  if (project === undefined) {
    return projects.isError ? (
      <ErrorPanel error={projects.error} fallback="Failed to fetch projects" onRetry={() => void projects.refetch()} />
    ) : null;
  }
  if (project === null) {
    return (
      <EmptyState title="No Project Selected - Please select a project to view analysis activity">
        <Link to="/projects">Show all projects</Link>
      </EmptyState>
    );
  }
  return (
    <ItemsPanel
      key={project.id}
      projectId={project.id}
      mayTriage={mayTriage}
      userId={account?.id}
      search={search}
      onSearch={onSearch}
      onSwitchProject={selectProject}
      ticketsOf={ticketsOfItem}
      csv={<ListCsvButton projectId={project.id} list="items" query={itemOrderQuery(search)} />}
    />
  );
}

/** Selects the project of the link if it is not the selected one and the user is a member. */
function useMeantProject({ project, ...search }: ItemSearch): void {
  const { data: projects } = useQuery(projectsQuery);
  const navigate = useNavigate({ from: "/analysis" });
  const isKnown = projects?.some(({ id }) => id === project) === true;
  useEffect(() => {
    if (project === undefined || projects === undefined) return;
    if (isKnown) selectProject(project);
    void navigate({ search, replace: true, resetScroll: false });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each project that a link means
  }, [project, isKnown, projects === undefined, navigate]);
}
