import { failureViews } from "@plumb/contract/failures/failure-views.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { type FailureSearch, viewOf } from "#lib/address/failure-search.ts";
import { useOfferedCommand } from "#lib/keys/commands.ts";
import { useFailureToast } from "#ui/feedback/failure-toast.ts";
import { FloatingNotice } from "#ui/feedback/floating-notice.tsx";
import { PageViews } from "#ui/views/page-views.tsx";
import { useAutoClassify } from "#features/failures/decisions/decisions.ts";
import { DeepNotice } from "#features/failures/deep-analysis/deep-notice.tsx";
import { DuplicatesDialog } from "#features/failures/duplicates/duplicates-dialog.tsx";
import {
  defectSummaryQuery,
  duplicatesQuery,
  failureGroupsQuery,
  failureOptionsQuery,
  failureWindow,
  suiteRunFailuresQuery,
  testCaseFailuresQuery,
} from "./failures.queries.ts";
import { FailuresView } from "./failures-view.tsx";
import { GroupsPanel, type FailureListProps } from "#features/failures/groups/groups-panel.tsx";
import { SuiteRunsPanel } from "#features/failures/lists/suite-runs-panel.tsx";
import { TestCasesPanel } from "#features/failures/lists/test-cases-panel.tsx";
import { useDeepAnalysis } from "#features/failures/deep-analysis/use-deep-analysis.ts";
import { usePush } from "#features/failures/tickets/use-push.tsx";
import { useLiveFailures } from "./use-live-failures.ts";

interface FailuresPanelProps extends FailureListProps {
  /** The engine's accuracy, if selected in the URL. */
  readonly quality: ReactNode;
  /** Ongoing incidents of the window, and those that have ended. */
  readonly incidents: ReactNode;
  readonly pastIncidents: ReactNode;
  /** The project's rules, if selected in the URL. */
  readonly rules: ReactNode;
  /** Button that exports the open list. */
  readonly csv: ReactNode;
}

/** Failures of a project with metrics, classes and causes. Updates live. The URL contains the filters. */
export function FailuresPanel({ quality, incidents, pastIncidents, rules, csv, ...list }: FailuresPanelProps) {
  const { projectId, mayTriage, search, onSearch } = list;
  const summary = useQuery(defectSummaryQuery(projectId, search));
  const options = useQuery(failureOptionsQuery(projectId));
  const queryClient = useQueryClient();
  useEarlyList(projectId, search);
  const known = summary.isPlaceholderData ? undefined : summary.data;
  const { waiting, showNewest } = useLiveFailures(projectId, {
    summary: known,
    of: JSON.stringify(failureWindow(search)),
    opened: search.group !== undefined,
  });
  const { mutate: classify, isPending: classifying } = useAutoClassify(projectId, search);
  const onClassify = useCallback(() => classify(), [classify]);
  useOfferedCommand(mayTriage ? "Auto-classify failures" : null, onClassify, "classification defects");
  const deep = useDeepAnalysis(projectId, search);
  const { duplicates, dialog } = useDuplicates(list, summary.data !== undefined);
  const { push, dialog: pushDialog } = usePush(list, summary.data?.groups);
  useOfferedCommand(mayTriage && deep.model != null ? "Deep analyze causes" : null, deep.onStart, "language model llm");
  const runName = useRunNames(projectId, search);
  const { error } = summary;
  useFailureToast(error, "Failed to load defect summary");
  return (
    <>
      <FailuresView
        summary={summary.data}
        stale={summary.isPlaceholderData}
        error={error}
        onRetry={() => void summary.refetch()}
        options={options.data}
        onFind={(part) => queryClient.fetchQuery(failureOptionsQuery(projectId, part))}
        search={search}
        onSearch={onSearch}
        runName={runName}
        views={
          <>
            <PageViews
              projectId={projectId}
              endpoints={failureViews}
              search={viewOf(search)}
              canonical={viewOf}
              onSearch={onSearch}
            />
            {csv}
          </>
        }
        actions={mayTriage ? { onClassify, classifying, deep, duplicates, push } : undefined}
        notice={
          <>
            {deep.watched !== null && <DeepNotice deep={deep.watched} onClose={deep.onClose} />}
            {incidents}
          </>
        }
        past={pastIncidents}
      >
        {search.tab === undefined && <GroupsPanel {...list} />}
        {search.tab === "tests" && <TestCasesPanel {...list} />}
        {search.tab === "runs" && <SuiteRunsPanel projectId={projectId} search={search} onSearch={onSearch} />}
      </FailuresView>
      <FloatingNotice
        text={waiting ? "New failures" : null}
        onShow={() => {
          window.scrollTo({ top: 0 });
          showNewest();
        }}
      />
      {search.show === "quality" && quality}
      {dialog}
      {pushDialog}
      {(search.show === "rules" || search.show === "new-rule") && rules}
    </>
  );
}

/** Returns the number of possible duplicates and opens their dialog. Loads after the metrics. */
function useDuplicates({ projectId, mayTriage, search }: FailureListProps, isVisible: boolean) {
  const [opened, setOpened] = useState(false);
  const { data, isError } = useQuery({ ...duplicatesQuery(projectId, search), enabled: mayTriage && isVisible });
  return {
    // After an error, the button stays enabled, because the dialog shows the error with a retry button.
    duplicates: { count: isError ? 1 : data?.total, onOpen: () => setOpened(true) },
    dialog: opened && <DuplicatesDialog projectId={projectId} search={search} onClose={() => setOpened(false)} />,
  };
}

/** Loads the list in parallel with the metrics above it. */
function useEarlyList(projectId: number, search: FailureSearch): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (search.tab === undefined) void queryClient.prefetchQuery(failureGroupsQuery(projectId, search));
    if (search.tab === "tests") void queryClient.prefetchQuery(testCaseFailuresQuery(projectId, search));
    if (search.tab === "runs") void queryClient.prefetchQuery(suiteRunFailuresQuery(projectId, search));
  }, [queryClient, projectId, search]);
}

/** Returns the names of the reports in the URL. */
function useRunNames(projectId: number, { window, startDate, endDate, runs }: FailureSearch) {
  const search: FailureSearch = { window, startDate, endDate, runs };
  const { data } = useQuery({
    ...suiteRunFailuresQuery(projectId, search),
    enabled: runs !== undefined,
    placeholderData: keepPreviousData,
  });
  return (runId: number) => {
    const run = data?.data.find((each) => each.runId === runId);
    return run === undefined ? undefined : `${run.suiteName} #${run.runNumber}`;
  };
}
