import { deepAnalyze, type DeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { showError } from "#ui/feedback/toast.ts";
import { deepAnalysisQuery, failureGroupKey, failureWindow } from "#features/failures/failures.queries.ts";

/** A model needs several seconds per cause. */
const reloadMs = 1000;

interface DeepState {
  readonly model: string | null | undefined;
  readonly isError: boolean;
  readonly running: boolean;
  /** Analysis that ran while this page was open; `null` if there was none or the user closed it. */
  readonly watched: DeepAnalysis | null;
  readonly onStart: () => void;
  readonly onClose: () => void;
}

/** Starts and follows the analysis of a project's causes by a language model. */
export function useDeepAnalysis(projectId: number, search: FailureSearch): DeepState {
  const queryClient = useQueryClient();
  const query = deepAnalysisQuery(projectId);
  const { data, isError } = useQuery(query);
  const [watched, setWatched] = useState<string | null>(null);
  const latest = data?.latest ?? null;
  const running = latest?.status === "running";
  if (running && latest.startedAt !== watched) setWatched(latest.startedAt);
  const start = useMutation({
    mutationFn: async () => (await api.call(deepAnalyze, { params: { projectId }, query: failureWindow(search) })).data,
    onSuccess: (started) => {
      setWatched(started.startedAt);
      queryClient.setQueryData(query.queryKey, (known) => known && { ...known, latest: started });
    },
    onError: (error) => showError(refusalText(error, "Deep Analyze failed")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: deepAnalysisQuery(projectId).queryKey });
    return onProjectChanges(projectId, { events: ["failures-changed"], withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
  const described = latest?.described;
  useEffect(() => {
    if (described !== undefined) void queryClient.invalidateQueries({ queryKey: failureGroupKey(projectId) });
  }, [queryClient, projectId, described]);
  return {
    model: data?.model,
    isError,
    running: running || start.isPending,
    watched: latest !== null && latest.startedAt === watched ? latest : null,
    onStart: () => start.mutate(),
    onClose: () => setWatched(null),
  };
}
