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
import type { ResultsFilter } from "#features/results/results.queries.ts";
import { groupedBy, openedRows, withRowInFront, withToggledRow } from "#lib/address/report-search.ts";
import type { SharedSearch } from "#lib/address/shared-search.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import report from "#routes/report/report-page.module.css";

/** A report for the reader of a share link: its facts and tests, without actions and links to other pages. */
export function SharedReport({ reportId }: { readonly reportId: number }) {
  const { data, error, refetch } = useQuery(reportQuery(reportId));
  if (data !== undefined) return <Loaded report={data} />;
  if (error !== null)
    return <ErrorPanel error={error} fallback="Failed to fetch report" onRetry={() => void refetch()} />;
  return <Skeleton height={480} animate={false} aria-label="Loading" />;
}

function Loaded({ report: shared }: { readonly report: Report }) {
  usePageTitle(`${shared.testSuite} #${shared.number}`);
  const { search, change } = useSharedSearch();
  return (
    <RunEnded value={shared.status !== "running"}>
      <ReportHeader report={shared} />
      <div className={report["counters"]}>
        <OutcomeFilter
          summary={shared.summary}
          selected={search.status}
          onSelect={(status) => change((before) => ({ ...before, status, result: undefined, also: undefined }))}
        />
        <RunFacts report={shared} />
      </div>
      <ProblemsPanel reportId={shared.id} count={shared.problemCount} />
      <RunOutputPanel reportId={shared.id} count={shared.outputCount} />
      <SharedTests report={shared} />
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

function SharedTests({ report: shared }: { readonly report: Report }) {
  const { search, change } = useSharedSearch();
  const { status, q, browser, file, failure, tag, author, annotation, timedOut, result, also } = search;
  const filter = useMemo<ResultsFilter>(
    () => ({ status, search: q, browser, file, failure, tag, author, annotation, timedOut }),
    [status, q, browser, file, failure, tag, author, annotation, timedOut],
  );
  const opened = useMemo(() => openedRows({ result, also }), [result, also]);
  const onToggle = useCallback((id: number) => change((before) => withToggledRow(before, id)), [change]);
  const live = shared.status === "running";
  const by = groupedBy(search);
  const detailOf = (id: number, neighbours: Neighbours) => (
    <SharedResultPanel
      reportId={shared.id}
      resultId={id}
      live={live}
      metadata={shared.metadata}
      // Positions in the address start at 1 and refer to the row opened last.
      attempt={search.attempt === undefined || id !== result ? undefined : search.attempt - 1}
      step={search.step === undefined || id !== result ? undefined : search.step - 1}
      actions={<NeighbourButtons {...neighbours} />}
      onChoose={(attempt, step) =>
        change((before) => ({
          ...withRowInFront(before, id),
          attempt: attempt + 1,
          step: step === undefined ? undefined : step + 1,
        }))
      }
    />
  );
  const toolsOf = (setAll: ((open: boolean) => void) | undefined) => (
    <ResultsTools
      reportId={shared.id}
      total={shared.summary.total}
      filter={filter}
      grouping={by ?? "flat"}
      onFilter={(changes) => {
        const { search: words, ...rest } = changes;
        change((before) => ({ ...before, ...rest, ...("search" in changes && { q: words }) }));
      }}
      onGrouping={(group) => change((before) => ({ ...before, group }))}
      setAll={setAll}
    />
  );
  return (
    <ResultsList
      key={`${status}`}
      alone
      report={{ id: shared.id, live }}
      filter={filter}
      by={by}
      opened={opened}
      onToggle={onToggle}
      onStep={(from, to) =>
        change((before) => withRowInFront(from === undefined ? before : withToggledRow(before, from), to))
      }
      onTrace={(id, trace) => change((before) => ({ ...withRowInFront(before, id), trace }))}
      detailOf={detailOf}
      tools={toolsOf}
    />
  );
}
