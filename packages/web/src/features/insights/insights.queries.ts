import {
  analyzeFailures,
  analyzeInBackground,
  type FailureAnalysis,
  readAnalysis,
} from "@plumb/contract/runs/insights.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

const whileRunningMs = 3000;

/** Returns whether the analysis or the explanations are incomplete. */
function isGoingOn(analysis: FailureAnalysis | null | undefined): boolean {
  return analysis?.status === "running" || (analysis?.llm?.pending ?? 0) > 0;
}

/** Analysis of a report, if there is one, and the number of failures to analyze. */
export function analysisQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "analysis"],
    queryFn: async ({ signal }) => {
      const { data, failures } = await api.call(readAnalysis, { params: { reportId }, signal });
      return { analysis: data, failures };
    },
    refetchInterval: ({ state }) => (isGoingOn(state.data?.analysis) ? whileRunningMs : false),
  });
}

/** Starts an analysis, in the foreground or background, and shows the outcome. */
export function useAnalyze(reportId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (where: "here" | "background") =>
      (await api.call(where === "here" ? analyzeFailures : analyzeInBackground, { params: { reportId } })).data,
    onSuccess: (analysis, where) => {
      queryClient.setQueryData(analysisQuery(reportId).queryKey, (before) => ({
        failures: before?.failures ?? 0,
        analysis,
      }));
      showSuccess(where === "here" ? "AI analysis completed" : "AI analysis started in background");
    },
    onError: (error) => showError(failureText(error)),
  });
}

/** Returns the server's message if there is one. */
export function failureText(error: unknown): string {
  const reason = refusalText(error, "");
  return reason === "" ? "Failed to run analysis" : `Analysis failed: ${reason}`;
}
