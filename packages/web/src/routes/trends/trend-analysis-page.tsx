import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { TrendsPanel } from "#features/trends/trends-panel.tsx";
import { type TrendSearch, trendSearch } from "#lib/address/trend-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { TrendViews } from "./trend-views.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";

interface ViewProps {
  readonly projectId: number;
  readonly mayTriage: boolean;
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
  /** Links to the other views, which each view shows below its header. */
  readonly views: ReactNode;
}

interface TrendView {
  /** Value in the URL. Defaults to the first view. */
  readonly view: string | undefined;
  readonly label: string;
  readonly Panel: (props: ViewProps) => ReactNode;
}

/** Views of the screen. A single view needs no tabs. */
const trendViews: readonly [TrendView, ...TrendView[]] = [{ view: undefined, label: "Runs", Panel: TrendsPanel }];

/** Trends of the selected project. */
export function TrendAnalysisPage() {
  const project = useSelectedProject();
  const projects = useQuery(projectsQuery);
  const mayTriage = useMayHere("project:triage");
  const search = useSearch({ from: "/guarded/trends" });
  const navigate = useNavigate({ from: "/trends" });
  const onSearch = useCallback(
    // Omits defaults and unset values from the address.
    (next: TrendSearch) => void navigate({ search: trendSearch({ ...next }), resetScroll: false }),
    [navigate],
  );
  if (project === undefined) {
    return projects.isError ? (
      <PageFrame title="Trend Analysis">
        <ErrorPanel
          error={projects.error}
          fallback="Failed to fetch projects"
          onRetry={() => void projects.refetch()}
        />
      </PageFrame>
    ) : null;
  }
  if (project === null) {
    return (
      <PageFrame title="Trend Analysis">
        <EmptyState title="No Project Selected">
          <p style={{ margin: 0 }}>Please select a project to view trends</p>
          <Link to="/projects">Show all projects</Link>
        </EmptyState>
      </PageFrame>
    );
  }
  const { Panel } = trendViews.find(({ view }) => view === search.view) ?? trendViews[0];
  return (
    <PageFrame>
      <TrendViews />
      <Panel
        key={project.id}
        projectId={project.id}
        mayTriage={mayTriage}
        search={search}
        onSearch={onSearch}
        views={<ViewTabs search={search} onSearch={onSearch} />}
      />
    </PageFrame>
  );
}

function ViewTabs({ search, onSearch }: Pick<ViewProps, "search" | "onSearch">) {
  if (trendViews.length === 1) return null;
  const shown = trendViews.find(({ view }) => view === search.view) ?? trendViews[0];
  return (
    <Tabs
      value={shown.label}
      onChange={(label) => onSearch({ ...search, view: trendViews.find((each) => each.label === label)?.view })}
      mb={14}
    >
      <Tabs.List aria-label="Views of the trends">
        {trendViews.map(({ label }) => (
          <Tabs.Tab key={label} value={label}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
