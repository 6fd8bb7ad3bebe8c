import { Skeleton } from "@mantine/core";
import type { JobState } from "@plumb/contract/administration/jobs.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { jobsQuery, useRetryJob } from "./jobs.queries.ts";
import { JobStates } from "./job-states.tsx";
import { JobsTable } from "./jobs-table.tsx";
import { emptyTexts } from "./job-texts.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import panel from "#ui/layout/panel.module.css";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

interface JobsPanelProps {
  readonly state: JobState;
  readonly onState: (state: JobState) => void;
}

/** Background jobs: waiting, running, scheduled and failed. */
export function JobsPanel({ state, onState }: JobsPanelProps) {
  const query = useInfiniteQuery(jobsQuery(state));
  const retry = useRetryJob();
  const pages = query.data?.pages;
  // Placeholder data belongs to the previous state.
  const jobs = query.isPlaceholderData ? undefined : pages?.flatMap((page) => page.data);
  const onRetry = (jobId: number) =>
    retry.mutate(jobId, {
      onSuccess: () => showSuccess("The job will run shortly"),
      onError: (error) => showError(refusalText(error, "Failed to run the job")),
    });
  return (
    <section aria-label="Jobs">
      <JobStates state={state} counts={pages?.at(-1)?.counts} onChange={onState} />
      {jobs === undefined ? (
        query.isError ? (
          <ErrorPanel error={query.error} fallback="Failed to load the jobs" onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={240} />
        )
      ) : jobs.length === 0 ? (
        <EmptyState title={emptyTexts[state].title}>
          <p style={{ margin: 0 }}>{emptyTexts[state].text}</p>
        </EmptyState>
      ) : (
        <div className={panel["panel"]} style={{ overflow: "hidden" }}>
          <JobsTable jobs={jobs} retrying={retry.isPending ? retry.variables : undefined} onRetry={onRetry} />
        </div>
      )}
      <LoadMore pages={query} failure="Failed to load more jobs" />
    </section>
  );
}
