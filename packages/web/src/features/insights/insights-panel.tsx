import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { type InsightsState, InsightsView } from "./insights-view.tsx";
import { analysisQuery, failureText, useAnalyze } from "./insights.queries.ts";

/** Analysis of a report's failures, or a button to start it. */
export function InsightsPanel({ reportId, mayAnalyze }: { readonly reportId: number; readonly mayAnalyze: boolean }) {
  const query = useQuery(analysisQuery(reportId));
  const analyze = useAnalyze(reportId);
  if (query.data === undefined) {
    if (query.isError) {
      return (
        <ErrorPanel error={query.error} fallback="Failed to load the analysis" onRetry={() => void query.refetch()} />
      );
    }
    return <Skeleton height={220} animate={false} aria-busy />;
  }
  const { analysis, failures } = query.data;
  const running = analyze.isPending ? analyze.variables : analysis?.status === "running" ? "background" : null;
  const state: InsightsState =
    running !== null
      ? { kind: "running", background: running === "background" }
      : analyze.isError
        ? { kind: "failed", error: failureText(analyze.error) }
        : analysis === null
          ? { kind: "none", failures }
          : analysis.status === "failed" || analysis.insights === null
            ? { kind: "failed", error: `Analysis failed: ${analysis.error ?? "there is no result."}` }
            : { kind: "result", analysis, insights: analysis.insights };
  return (
    <InsightsView
      reportId={reportId}
      state={state}
      mayAnalyze={mayAnalyze}
      onAnalyze={() => analyze.mutate("here")}
      onBackground={() => analyze.mutate("background")}
      onRetry={() => analyze.mutate(analyze.variables ?? "here")}
    />
  );
}
