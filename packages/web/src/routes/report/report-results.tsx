import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { IconTimeline } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { CauseSince } from "#features/changes/cause-since.tsx";
import { ResultsCsvButton } from "#features/exports/csv-button.tsx";
import { CopyMarkdownItem } from "#ui/code/copy-markdown.tsx";
import { CopyLinkButton } from "#ui/code/copy-link-button.tsx";
import { PromptItem } from "#features/results/detail/copy-prompt.tsx";
import { NeighbourButtons } from "#features/results/detail/neighbour-buttons.tsx";
import { useCollectedCauses } from "#features/results/list/use-collected-causes.ts";
import { ResultsList } from "#features/results/list/results-list.tsx";
import type { Neighbours } from "#features/results/list/use-neighbours.ts";
import { ResultsTools } from "#features/results/filters/results-tools.tsx";
import { filterSearch, useResultsFilter } from "#features/results/filters/use-results-filter.ts";
import { reportQuery } from "#features/report/report.queries.ts";
import { resultQuery, type ResultsFilter } from "#features/results/results.queries.ts";
import { failureStoryQuery } from "#lib/api/failure-story.ts";
import { storyDetail } from "#lib/format/hand-over.ts";
import { usePageAddress } from "#lib/address/page-address.ts";
import { reportHeaderHeight } from "#lib/page/list-place.ts";
import { whenIdle } from "#lib/page/when-idle.ts";
import {
  choiceOf,
  groupedBy,
  type Grouping,
  openedRows,
  type ReportSearch,
  withChoice,
  withRowInFront,
  withReplacedRow,
  withToggledRow,
} from "#lib/address/report-search.ts";
import { useShareHere } from "#routes/share/use-share-here.tsx";
import { ActionItems } from "#ui/list/actions.tsx";
import styles from "./report-page.module.css";
import { causesOfReport } from "#lib/address/failure-search.ts";
import { useFailureTriage } from "./use-failure-triage.tsx";
import { AssignResult, ItemOfCause, ItemsOfResult } from "./subject-items.tsx";

// Rows load first. The code for opened rows loads while the user reads them.
const loadDetail = () => import("#features/results/detail/result-detail-panel.tsx");
const TestCaseActions = lazy(async () => ({
  default: (await import("#features/exports/test-case-actions.tsx")).TestCaseActions,
}));
const ResultDetailPanel = lazy(async () => ({ default: (await loadDetail()).ResultDetailPanel }));

/** Tab of the tests, with filters, grouping and the list. */
export function ReportResults({ report }: { readonly report: Report }) {
  const { search, change, navigate } = useReportSearch();
  const { result, also } = search;
  const filter = useResultsFilter(search);
  const opened = useMemo(() => openedRows({ result, also }), [result, also]);
  const onToggle = useCallback((resultId: number) => change((before) => withToggledRow(before, resultId)), [change]);
  const onStep = (from: number | undefined, to: number) => change((before) => withReplacedRow(before, from, to));
  const onTrace = useCallback(
    (resultId: number, trace: number) =>
      // Creates a history entry, so that Back closes the trace.
      void navigate({ search: (before) => ({ ...withRowInFront(before, resultId), trace }), resetScroll: false }),
    [navigate],
  );
  useEffect(loadDetailWhenIdle, []);
  const live = report.status === "running";
  // A running report is a flat list, because groups would move while the user reads them. It stays flat after the run has ended.
  const [seenRunning] = useState(live);
  const by = seenRunning && search.group === undefined ? undefined : groupedBy(search);
  const detailOf = (resultId: number, neighbours: Neighbours) => (
    <OpenedTest report={report} resultId={resultId} neighbours={neighbours} search={search} change={change} />
  );
  const { id, projectId } = report;
  useCollectedCauses(report);
  const markOf = useCallback(
    (groupId: number) => <ItemOfCause report={{ id, projectId }} groupId={groupId} />,
    [id, projectId],
  );
  const sinceOf = useCallback((groupId: number) => <CauseSince reportId={id} groupId={groupId} />, [id]);
  const { triage, dialog } = useFailureTriage({
    projectId,
    queryKey: reportQuery(id).queryKey,
    search: causesOfReport(id),
  });
  const toolsOf = (setAll: ((open: boolean) => void) | undefined) => (
    <Tools report={report} filter={filter} grouping={by ?? "flat"} change={change} setAll={setAll} />
  );
  return (
    <>
      <ResultsList
        key={`${search.status}`}
        report={{ id: report.id, live }}
        filter={filter}
        by={by}
        opened={opened}
        onToggle={onToggle}
        onStep={onStep}
        onTrace={onTrace}
        detailOf={detailOf}
        markOf={markOf}
        sinceOf={sinceOf}
        stickyHeight={reportHeaderHeight}
        tools={toolsOf}
        triage={triage}
      />
      {dialog}
    </>
  );
}

type ChangeSearch = (changes: ReportSearch | ((before: ReportSearch) => ReportSearch)) => void;

/** Returns the search parameters of the report and a function that changes them without a history entry. */
function useReportSearch() {
  const search = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const change = useCallback<ChangeSearch>(
    (changes) =>
      void navigate({
        search: (before) => (typeof changes === "function" ? changes(before) : { ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change, navigate };
}

function loadDetailWhenIdle(): void {
  void whenIdle()
    .then(loadDetail)
    .catch(() => undefined);
}

interface OpenedTestProps {
  readonly report: Report;
  readonly resultId: number;
  readonly neighbours: Neighbours;
  readonly search: ReportSearch;
  readonly change: ChangeSearch;
}

function OpenedTest({ report, resultId, neighbours, search, change }: OpenedTestProps) {
  const actionsOf = (result: ResultDetail, attempt: Attempt) => (
    <OpenedTestActions {...{ report, result, attempt, neighbours, search }} />
  );
  const itemsOf = (result: ResultDetail) => <ItemsOfResult report={report} result={result} />;
  const live = report.status === "running";
  const choice = choiceOf(search, resultId);
  // A trace opens over the attempt that it belongs to, which is often not the last one. The panel requests the same result.
  const { data } = useQuery({
    ...resultQuery(report.id, resultId, live),
    enabled: resultId === search.result && search.trace !== undefined,
  });
  const traced = data?.artifacts.find(({ id }) => id === search.trace)?.attempt ?? undefined;
  return (
    <Suspense fallback={<Skeleton height={420} animate={false} />}>
      <ResultDetailPanel
        projectId={report.projectId}
        reportId={report.id}
        resultId={resultId}
        live={live}
        metadata={report.metadata}
        attempt={choice.attempt ?? traced}
        step={choice.step}
        actionsOf={actionsOf}
        itemsOf={itemsOf}
        onChoose={(attempt, step) => change((before) => withChoice(before, resultId, { attempt, step }))}
      />
    </Suspense>
  );
}

interface OpenedTestActionsProps extends Pick<OpenedTestProps, "neighbours" | "report" | "search"> {
  readonly result: ResultDetail;
  readonly attempt: Attempt;
}

function OpenedTestActions({ report, result, attempt, neighbours, search }: OpenedTestActionsProps) {
  const share = useShareHere({ kind: "failure", reportId: report.id, resultId: result.id });
  const router = useRouter();
  const queryClient = useQueryClient();
  // Keeps the filters and the grouping, and opens this row only.
  const { attempt: _attempt, step: _step, also: _also, trace: _trace, ...filters } = search;
  const path = router.buildLocation({
    to: "/reports/$reportId",
    params: { reportId: String(report.id) },
    search: { ...filters, result: result.id },
  }).href;
  const addressOf = usePageAddress();
  const error = stripAnsi(attempt.errors[0]?.message ?? "");
  const handedOverOf = () => {
    const story = queryClient.getQueryData(failureStoryQuery(result.id).queryKey);
    return {
      name: result.titlePath.at(-1) ?? null,
      error,
      details: [`${report.testSuite} #${report.number}`, storyDetail(story)],
      url: addressOf(path),
    };
  };
  return (
    <div className={styles["actions"]}>
      <NeighbourButtons {...neighbours} />
      <AssignResult report={report} result={result} error={error} />
      <CopyLinkButton path={path} />
      {/* Same size as the loaded menu. */}
      <Suspense fallback={<Skeleton width={26} height={26} animate={false} />}>
        <TestCaseActions reportId={report.id} result={result}>
          <PromptItem detail={result} attempt={attempt} />
          <CopyMarkdownItem handedOverOf={handedOverOf} />
          {share !== null && <ActionItems actions={[share.action]} />}
        </TestCaseActions>
      </Suspense>
      {share?.dialog}
    </div>
  );
}

interface ToolsProps extends Pick<OpenedTestProps, "report" | "change"> {
  readonly filter: ResultsFilter;
  readonly grouping: Grouping;
  readonly setAll: ((open: boolean) => void) | undefined;
}

function Tools({ report, filter, grouping, change, setAll }: ToolsProps) {
  return (
    <ResultsTools
      reportId={report.id}
      total={report.summary.total}
      filter={filter}
      grouping={grouping}
      onFilter={(changes) => change(filterSearch(changes))}
      onGrouping={(group) => change({ group })}
      setAll={setAll}
      csvButton={<ResultsCsvButton reportId={report.id} query={filter} />}
    >
      <Link from="/reports/$reportId" to="." search={{ view: "timeline" }} className={styles["timeline"]}>
        <IconTimeline size={16} aria-hidden />
        <span>Run timeline</span>
      </Link>
      <p className={styles["keys"]} aria-hidden>
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>?</kbd> all keys
      </p>
    </ResultsTools>
  );
}
