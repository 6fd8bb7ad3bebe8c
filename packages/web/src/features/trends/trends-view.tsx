import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import type { TrendData, TrendOptions, TrendPart, TrendSummary } from "@plumb/contract/trends/trends.ts";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isNarrowed, type TrendSearch, withoutFilters } from "#lib/address/trend-search.ts";
import { counted, formatCalendarDay } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { DipsView } from "./dips-view.tsx";
import type { ExplainedDip } from "./explained-dips.ts";
import { NoCountedRuns } from "./no-counted-runs.tsx";
import { TrendCards } from "./trend-cards.tsx";
import cards from "./trend-cards.module.css";
import { TrendCharts } from "./trend-charts.tsx";
import charts from "./trend-charts.module.css";
import { saveTrendCsv } from "./trend-csv.ts";
import { TrendEvents } from "./trend-events.tsx";
import { TrendParts } from "./trend-parts.tsx";
import { TrendTable } from "./trend-table.tsx";
import { TrendTools } from "./trend-tools.tsx";
import { coarserText, daysText } from "./trend-texts.ts";
import styles from "./trends-view.module.css";

interface TrendsViewProps {
  /** Each value is `undefined` while it loads. */
  readonly summary: TrendSummary | undefined;
  readonly data: TrendData | undefined;
  readonly parts: readonly TrendPart[] | undefined;
  readonly options: TrendOptions | undefined;
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  readonly events: readonly TrendEvent[];
  readonly totalEvents: number;
  readonly dips: readonly ExplainedDip[];
  /** Whether the data belongs to another range or filter. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
  /** `undefined` for viewers. */
  readonly eventActions: { readonly onAdd: () => void; readonly onDelete: (event: TrendEvent) => void } | undefined;
  /** Links to the other views of the trends. */
  readonly views?: ReactNode;
  /** Menu of the saved views. */
  readonly savedViews?: ReactNode;
}

/** Trends of a project's runs: metrics, charts and parts. */
export function TrendsView({ views, savedViews, ...view }: TrendsViewProps) {
  const { summary, data, error, onRetry, options, onFind, search, onSearch, stale } = view;
  const asTable = search.show === "table";
  const there = summary !== undefined && data !== undefined;
  return (
    <>
      <PageHeader title="Trend Analysis" subtitle={summary === undefined ? null : subtitleOf(summary, stale)} isLong>
        {summary?.total_runs !== 0 && (
          <>
            <SegmentedControl
              size="xs"
              aria-label="View"
              disabled={!there}
              data={[
                { value: "charts", label: "Charts" },
                { value: "table", label: "Table" },
              ]}
              value={asTable ? "table" : "charts"}
              onChange={(value) => onSearch({ ...search, show: value === "table" ? "table" : undefined })}
            />
            {!asTable && (
              <Button
                size="xs"
                variant={search.previous === undefined ? "light" : "default"}
                aria-pressed={search.previous === undefined}
                disabled={!there}
                onClick={() => onSearch({ ...search, previous: search.previous === undefined ? "hidden" : undefined })}
              >
                Previous period
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              disabled={!there}
              onClick={() => there && saveTrendCsv(data)}
            >
              CSV
            </Button>
          </>
        )}
      </PageHeader>
      {views}
      <TrendTools options={options} onFind={onFind} search={search} onSearch={onSearch} savedViews={savedViews} />
      {error !== null && (
        <div className={styles["error"]}>
          <ErrorPanel error={error} fallback="Failed to load trend data" onRetry={onRetry} />
        </div>
      )}
      {there ? <Metrics {...view} summary={summary} data={data} /> : error === null && <TrendsSkeleton />}
    </>
  );
}

interface MetricsProps extends Omit<TrendsViewProps, "summary" | "data"> {
  readonly summary: TrendSummary;
  readonly data: TrendData;
}

function Metrics({
  summary,
  data,
  parts,
  events,
  totalEvents,
  dips,
  eventActions,
  stale,
  search,
  onSearch,
}: MetricsProps) {
  const coarser = coarserText(data, search.group ?? "day");
  const list = <TrendEvents events={events} total={totalEvents} actions={eventActions} />;
  if (summary.total_runs === 0)
    return (
      <>
        <NoRuns summary={summary} search={search} onSearch={onSearch} />
        {summary.counted_runs > 0 && <div className={styles["after"]}>{list}</div>}
      </>
    );
  return (
    <div className={styles["figures"]} data-stale={stale} aria-busy={stale}>
      <TrendCards summary={summary} search={search} />
      {coarser !== undefined && <p className={styles["note"]}>{coarser}</p>}
      {search.show === "table" ? (
        <TrendTable data={data} search={search} />
      ) : (
        <TrendCharts data={data} events={events} dips={dips} search={search} onSearch={onSearch} />
      )}
      <DipsView dips={dips} search={search} />
      <div className={styles["below"]}>
        {parts === undefined ? (
          <Skeleton height={200} radius="lg" animate={false} />
        ) : (
          <TrendParts parts={parts} search={search} onSearch={onSearch} />
        )}
        {list}
      </div>
    </div>
  );
}

/** Explains missing data: no counted runs, none in these days, or none that match the filters. */
function NoRuns({
  summary,
  search,
  onSearch,
}: { readonly summary: TrendSummary } & Pick<TrendsViewProps, "search" | "onSearch">) {
  if (summary.counted_runs === 0) return <NoCountedRuns title="No trend data" />;
  const filtered = isNarrowed(search);
  const known =
    summary.first_day === null || summary.last_day === null
      ? ""
      : ` The project's runs are from ${formatCalendarDay(summary.first_day)} to ${formatCalendarDay(summary.last_day)}.`;
  return (
    <EmptyState title="No runs in this period">
      <p style={{ margin: 0 }}>
        {filtered
          ? `No runs from ${daysText(summary)} match your filters.`
          : `No runs started from ${daysText(summary)}.`}
        {known}
      </p>
      <div style={{ display: "flex", flexWrap: "wrap", justifyContent: "center", gap: 8 }}>
        {filtered && <Button onClick={() => onSearch(withoutFilters(search))}>Reset filters</Button>}
        {search.range !== "1y" && (
          <Button
            variant="default"
            onClick={() =>
              onSearch({ ...search, range: "1y", startDate: undefined, endDate: undefined, zoomed: undefined })
            }
          >
            Show the last year
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** Returns `412 runs from 3 Feb 2026 to 4 Mar 2026, compared with 4 Jan 2026 to 2 Feb 2026`. */
function subtitleOf(summary: TrendSummary, stale: boolean): string {
  if (stale) return "Counting runs…";
  const then = daysText({ from: summary.previous_from, to: summary.previous_to });
  return `${counted(summary.total_runs, "run")} from ${daysText(summary)}, compared with ${then}`;
}

/** Placeholder of the page with the same height. */
function TrendsSkeleton() {
  return (
    <div aria-busy>
      <div className={cards["cards"]}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height={112} radius="lg" animate={false} />
        ))}
      </div>
      <div className={charts["charts"]}>
        {[0, 1, 2, 3, 4].map((index) => (
          <Skeleton key={index} height={302} radius="lg" animate={false} />
        ))}
      </div>
    </div>
  );
}
