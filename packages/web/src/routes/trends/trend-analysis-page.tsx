import { Tabs } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback } from "react";
import { TrendsPanel } from "#features/trends/trends-panel.tsx";
import { type TrendSearch, trendSearch } from "#lib/address/trend-search.ts";
import { SelectedProjectPage } from "#routes/project/selected-project-page.tsx";
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
  const mayTriage = useMayHere("project:triage");
  const search = useSearch({ from: "/guarded/trends" });
  const navigate = useNavigate({ from: "/trends" });
  const onSearch = useCallback(
    // Omits defaults and unset values from the address.
    (next: TrendSearch) => void navigate({ search: trendSearch({ ...next }), resetScroll: false }),
    [navigate],
  );
  const { Panel } = trendViews.find(({ view }) => view === search.view) ?? trendViews[0];
  return (
    <SelectedProjectPage title="Trend Analysis" purpose="view trends">
      {(projectId) => (
        <>
          <TrendViews />
          <Panel
            key={projectId}
            projectId={projectId}
            mayTriage={mayTriage}
            search={search}
            onSearch={onSearch}
            views={<ViewTabs search={search} onSearch={onSearch} />}
          />
        </>
      )}
    </SelectedProjectPage>
  );
}

function ViewTabs({ search, onSearch }: Pick<ViewProps, "search" | "onSearch">) {
  if (trendViews.length === 1) return null;
  const visible = trendViews.find(({ view }) => view === search.view) ?? trendViews[0];
  return (
    <Tabs
      value={visible.label}
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
