import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { joinReport, onConnected, onServerEvent } from "#lib/api/realtime.ts";
import { reportQuery } from "./report.queries.ts";

/**
 * Follows the run of an open report: updates counts and status from events, and reloads other data.
 *
 * @param onEnd Called when the run ends.
 */
export function useLiveReport(reportId: number, onEnd: (status: Report["status"]) => void): void {
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    const { queryKey } = reportQuery(reportId);
    // Other versions of the server may send fewer counts.
    const change = ({ summary, ...changes }: Partial<Report> & Pick<Report, "summary">) =>
      queryClient.setQueryData(queryKey, (report) =>
        report === undefined ? report : { ...report, ...changes, summary: { ...report.summary, ...summary } },
      );
    const readAgain = () => void queryClient.invalidateQueries({ queryKey, exact: true });
    const stops = [
      joinReport(reportId),
      onServerEvent("test-updated", (event) => {
        if (event.reportId !== reportId) return;
        const { summary, progress } = event;
        change({ summary, ...(progress !== undefined && { progress }) });
      }),
      onServerEvent("test-execution-started", (event) => {
        if (event.reportId === reportId) readAgain();
      }),
      onServerEvent("test-execution-completed", (event) => {
        if (event.reportId !== reportId) return;
        const { status, summary } = event;
        if (status !== null && summary !== null) {
          change({ status, summary });
          if (status !== "running") tell(status);
        }
        readAgain();
      }),
      onConnected(readAgain),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, reportId]);
}
