import { Button } from "@mantine/core";
import { maxCompared } from "@plumb/contract/runs/change-names.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { type ReportListSearch, reportViews } from "@plumb/contract/projects/saved-views.ts";
import { type ComponentProps, lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { CompareBar } from "./compare-bar.tsx";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { chipsOf } from "./filter-chips.ts";
import { ReportCards } from "./report-cards.tsx";
import styles from "./report-list-panel.module.css";
import { useQuery } from "@tanstack/react-query";
import { listingOf, reportFiltersQuery, type ReportListing } from "./report-list.queries.ts";
import { ReportToolbar } from "./report-toolbar.tsx";
import { ReportsSkeleton } from "./reports-list.tsx";
import { useReportPages } from "./use-report-pages.ts";
import { counted } from "#lib/format/format.ts";
import { useAtTop, useRowFocused } from "#lib/page/list-place.ts";
import {
  authorFilter,
  canonicalSearch,
  isFiltered,
  type ReportsSearch,
  withoutFilters,
} from "#lib/address/report-list-search.ts";
import { useReturnedFocus } from "#lib/keys/returned-focus.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FloatingNotice } from "#ui/feedback/floating-notice.tsx";
import { PageViews } from "#ui/views/page-views.tsx";

const FilterDialog = lazy(async () => ({ default: (await import("./filter-dialog.tsx")).FilterDialog }));
/** Expected position of the list, in pixels. */
const listTop = 260;

interface ReportListPanelProps {
  readonly projectId: number;
  readonly search: ReportsSearch;
  readonly onSearch: (search: ReportListSearch) => void;
  /** Receives the reports, the oldest first. */
  readonly onCompare: (reports: readonly Report[]) => void;
  /** Shown if the project has no reports: explains how to send some. */
  readonly help: ReactNode;
  readonly exports?: ((report: Report) => ReactNode) | undefined;
  /** Renders the button that exports the list. */
  readonly csv?: ((listing: ReportListing) => ReactNode) | undefined;
}

/** Reports of the project with search, filters and order. Updates live. */
export function ReportListPanel(props: ReportListPanelProps) {
  const { projectId, search, onSearch, onCompare, help, exports, csv } = props;
  const zone = readerTimeZone();
  const listing = useMemo(() => listingOf(projectId, canonicalSearch(search), zone), [projectId, search, zone]);
  const { reports, stale, waiting, showNewest, pages } = useReportPages(listing);
  const [selected, setSelected] = useState<readonly Report[]>([]);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [isEntered, setIsEntered] = useState(false);
  const options = useQuery({ ...reportFiltersQuery(projectId, ""), enabled: isEntered });
  const filtersButton = useReturnedFocus(filtersOpen);
  const reading = [!useAtTop(listTop), useRowFocused()].includes(true);
  useEffect(() => {
    if (waiting > 0 && !reading) showNewest();
  }, [waiting, reading, showNewest]);
  useFailureToast(pages.error, "Failed to load reports");
  const onSelect = useCallback((report: Report) => setSelected((before) => withToggled(before, report)), []);

  const nothing = reports?.length === 0 && !stale;
  const narrowed = search.q !== undefined || isFiltered(search);
  const onReset = () => onSearch(withoutFilters(search));
  if (nothing && !narrowed) return <EmptyState title="No reports found">{help}</EmptyState>;
  return (
    <>
      <ReportToolbar
        search={search}
        onSearch={onSearch}
        onFilters={() => setFiltersOpen(true)}
        filtersButton={filtersButton}
        options={options.data}
        onEnter={() => setIsEntered(true)}
        views={
          <PageViews
            projectId={projectId}
            endpoints={reportViews}
            search={canonicalSearch(search)}
            canonical={canonicalSearch}
            onSearch={onSearch}
          />
        }
        csv={csv?.(listing)}
      />
      <FilterChips chips={chipsOf(search)} onSearch={onSearch} reset="Reset Filters" onReset={onReset} />
      <FloatingNotice
        text={waiting > 0 && reading ? counted(waiting, "new report") : null}
        // New reports appear automatically at the top of the list. Showing them earlier would make the list jump back.
        onShow={() => window.scrollTo({ top: 0 })}
      />
      <ReportPages {...{ reports, stale, pages, search, onSearch, exports, selected, onSelect }} onReset={onReset} />
      <CompareBar selected={selected} onCompare={onCompare} onClear={() => setSelected([])} />
      <LateFilterDialog
        projectId={projectId}
        search={search}
        opened={filtersOpen}
        onClose={() => setFiltersOpen(false)}
        onSearch={onSearch}
      />
    </>
  );
}

/** Selects or deselects a report. Above the maximum, the reports selected first are deselected. */
function withToggled(selected: readonly Report[], report: Report): readonly Report[] {
  return selected.some(({ id }) => id === report.id)
    ? selected.filter(({ id }) => id !== report.id)
    : [...selected.slice(1 - maxCompared), report];
}

interface ReportPagesProps extends Pick<ReportListPanelProps, "search" | "onSearch" | "exports"> {
  readonly reports: readonly Report[] | undefined;
  readonly stale: boolean;
  readonly pages: ReturnType<typeof useReportPages>["pages"];
  readonly selected: readonly Report[];
  readonly onSelect: (report: Report) => void;
  readonly onReset: () => void;
}

/** Loaded reports, including the loading, empty and error states. */
function ReportPages(props: ReportPagesProps) {
  const { reports, stale, pages, search, onSearch, exports, selected, onSelect, onReset } = props;
  const onAuthor = useCallback(
    (name: string) => onSearch({ ...search, author: authorFilter(name) }),
    [search, onSearch],
  );
  const onNarrow = useCallback(
    (filter: "branch" | "tag" | "fact", value: string) => onSearch({ ...search, [filter]: [value] }),
    [search, onSearch],
  );
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = pages;
  const onNearEnd = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);
  return (
    <>
      {reports === undefined ? (
        pages.isError ? (
          <ErrorPanel
            error={pages.error}
            fallback={search.q === undefined ? "Failed to fetch reports" : "Failed to search reports"}
            onRetry={() => void pages.refetch()}
          />
        ) : (
          <ReportsSkeleton rows={12} />
        )
      ) : reports.length === 0 && !stale ? (
        <EmptyState title="No reports match your filters">
          <Button variant="default" onClick={onReset}>
            Reset Filters
          </Button>
        </EmptyState>
      ) : (
        <ReportCards
          reports={reports}
          selected={selected}
          stale={stale}
          more={pages.hasNextPage}
          onNearEnd={onNearEnd}
          onSelect={onSelect}
          onAuthor={onAuthor}
          onNarrow={onNarrow}
          exports={exports}
        />
      )}
      {isFetchingNextPage && <p className={styles["loading"]}>Loading more reports…</p>}
      {isFetchNextPageError && (
        <ErrorPanel error={pages.error} fallback="Failed to load more reports" onRetry={() => void fetchNextPage()} />
      )}
    </>
  );
}

/** Loads its code on first use. It stays mounted, so that it can close with an animation. */
function LateFilterDialog(props: ComponentProps<typeof FilterDialog>) {
  const [used, setUsed] = useState(false);
  if (props.opened && !used) setUsed(true);
  return (
    used && (
      <Suspense>
        <FilterDialog {...props} />
      </Suspense>
    )
  );
}
