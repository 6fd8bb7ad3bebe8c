import { type JobState, listJobs, retryJob } from "@plumb/contract/administration/jobs.ts";
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

const jobsKey = ["jobs"] as const;
/** Refreshes visible lists only. */
const followMs = 3000;

/** Pages of jobs in a state, with the number of jobs in each state. */
export function jobsQuery(state: JobState) {
  return infiniteQueryOptions({
    queryKey: [...jobsKey, state],
    queryFn: ({ pageParam, signal }) =>
      api.call(listJobs, { query: { state, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: followMs,
  });
}

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => api.call(retryJob, { params: { jobId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  });
}
