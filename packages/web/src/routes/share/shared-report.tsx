import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { OutcomeFilter } from "#features/report/counters/outcome-filter.tsx";
import { ReportHeader } from "#features/report/header/report-header.tsx";
import { RunFacts } from "#features/report/header/run-facts.tsx";
import { ProblemsPanel } from "#features/report/problems/problems-panel.tsx";
import { reportQuery } from "#features/report/report.queries.ts";
import { RunOutputPanel } from "#features/report/run-output-panel.tsx";
import { NeighbourButtons } from "#features/results/detail/neighbour-buttons.tsx";
import { SharedResultPanel } from "#features/results/detail/shared-result-panel.tsx";
import { ResultsTools } from "#features/results/filters/results-tools.tsx";
import { ResultsList } from "#features/results/list/results-list.tsx";
import type { Neighbours } from "#features/results/list/use-neighbours.ts";
import { filterSearch, useResultsFilter } from "#features/results/filters/use-results-filter.ts";
import {
  choiceOf,
  groupedBy,
  openedRows,
  withChoice,
  withRowInFront,
  withReplacedRow,
  withToggledRow,
} from "#lib/address/report-search.ts";
import type { SharedSearch } from "#lib/address/shared-search.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { RunEnded } from "#ui/outcome/run-ended.ts";

/** A report for the reader of a share link: its facts and tests, without actions and links to other pages. */
export function SharedReport({ reportId }: { readonly reportId: number }) {
  const { data, error, refetch } = useQuery(reportQuery(reportId));
  if (data !== undefined) return <Loaded report={data} />;
  if (error !== null)
    return <ErrorPanel error={error} fallback="Failed to fetch report" onRetry={() => void refetch()} />;
  return <Skeleton height={480} animate={false} aria-label="Loading" />;
}

function Loaded({ report }: { readonly report: Report }) {
  usePageTitle(`${report.testSuite} #${report.number}`);
  const { search, change } = useSharedSearch();
  return (
    <RunEnded value={report.status !== "running"}>
      <ReportHeader report={report} />
      <OutcomeFilter
        summary={report.summary}
        selected={search.status}
        onSelect={(status) => change((before) => ({ ...before, status, result: undefined, also: undefined }))}
      />
      <RunFacts report={report} />
      <ProblemsPanel reportId={report.id} count={report.problemCount} />
      <RunOutputPanel reportId={report.id} count={report.outputCount} />
      <SharedTests report={report} />
    </RunEnded>
  );
}

function useSharedSearch() {
  const search = useSearch({ from: "/s/$token" });
  const navigate = useNavigate({ from: "/s/$token" });
  const change = useCallback(
    (changes: (before: SharedSearch) => SharedSearch) =>
      void navigate({ search: changes, replace: true, resetScroll: false }),
    [navigate],
  );
  return { search, change };
}

function SharedTests({ report }: { readonly report: Report }) {
  const { search, change } = useSharedSearch();
  const { status, result, also } = search;
  const filter = useResultsFilter(search);
  const opened = useMemo(() => openedRows({ result, also }), [result, also]);
  const onToggle = useCallback((id: number) => change((before) => withToggledRow(before, id)), [change]);
  const live = report.status === "running";
  const by = groupedBy(search);
  const detailOf = (id: number, neighbours: Neighbours) => (
    <SharedResultPanel
      reportId={report.id}
      resultId={id}
      live={live}
      metadata={report.metadata}
      {...choiceOf(search, id)}
      actions={<NeighbourButtons {...neighbours} />}
      onChoose={(attempt, step) => change((before) => withChoice(before, id, { attempt, step }))}
    />
  );
  const toolsOf = (setAll: ((open: boolean) => void) | undefined) => (
    <ResultsTools
      reportId={report.id}
      total={report.summary.total}
      filter={filter}
      grouping={by ?? "flat"}
      onFilter={(changes) => change((before) => ({ ...before, ...filterSearch(changes) }))}
      onGrouping={(group) => change((before) => ({ ...before, group }))}
      setAll={setAll}
    />
  );
  return (
    <ResultsList
      key={`${status}`}
      alone
      report={{ id: report.id, live }}
      filter={filter}
      by={by}
      opened={opened}
      onToggle={onToggle}
      onStep={(from, to) => change((before) => withReplacedRow(before, from, to))}
      onTrace={(id, trace) => change((before) => ({ ...withRowInFront(before, id), trace }))}
      detailOf={detailOf}
      tools={toolsOf}
    />
  );
}
