import type { Report } from "@plumb/contract/runs/reports.ts";
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { countUnseen, withNewer } from "./merge-reports.ts";
import { newestReportsQuery, type ReportListing, reportPagesQuery, runningReportQuery } from "./report-list.queries.ts";
import { onConnected, onServerEvent } from "#lib/api/realtime.ts";

/** Maximum number of running reports that are followed after the first page. */
const maxFollowed = 20;

export interface ReportPages {
  /** `undefined` while the first page loads. */
  readonly reports: readonly Report[] | undefined;
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  /** Number of new reports that are not shown yet. */
  readonly waiting: number;
  readonly showNewest: () => void;
  readonly pages: ReturnType<typeof useReportQuery>;
}

function useReportQuery(listing: ReportListing) {
  return useInfiniteQuery({ ...reportPagesQuery(listing), placeholderData: keepPreviousData });
}

/**
 * Loads the reports of a list and keeps them up to date. New ones are not shown until the user requests them.
 *
 * @param listing Must be referentially stable until the list changes.
 */
export function useReportPages(listing: ReportListing): ReportPages {
  const queryClient = useQueryClient();
  const pages = useReportQuery(listing);
  const stale = pages.isPlaceholderData;
  const loaded = pages.data !== undefined && !stale;
  const { projectId } = listing;
  const newest = useQuery({ ...newestReportsQuery(listing), enabled: loaded });
  const reports = useMemo(() => pages.data?.pages.flatMap((page) => page.data), [pages.data]);

  const head = useMemo(() => new Set(newest.data?.data.map(({ id }) => id)), [newest.data]);
  const followed = (reports ?? []).filter(({ id, status }) => status === "running" && !head.has(id));
  const running = useQueries({
    queries: followed.slice(0, maxFollowed).map(({ id }) => runningReportQuery(id)),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });

  const first = newest.data;
  useEffect(() => {
    queryClient.setQueryData(reportPagesQuery(listing).queryKey, (known) => {
      if (known === undefined) return known;
      const next = withNewer(known.pages, [...(first?.data ?? []), ...running]);
      return next === known.pages ? known : { ...known, pages: next };
    });
  }, [queryClient, listing, first, running]);

  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries({ queryKey: ["reports", "newest"] });
    const onRun = (event: { projectId: number }) => {
      if (event.projectId === projectId) refetch();
    };
    const stops = [
      onServerEvent("test-execution-started", onRun),
      onServerEvent("test-execution-completed", onRun),
      onConnected(refetch),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient, projectId]);

  const showNewest = useCallback(() => {
    if (first === undefined) return;
    queryClient.setQueryData(reportPagesQuery(listing).queryKey, { pages: [first], pageParams: [null] });
  }, [queryClient, listing, first]);

  const waiting = !loaded || first === undefined ? 0 : countUnseen(reports ?? [], first.data);
  return { reports, stale, waiting, showNewest, pages };
}
