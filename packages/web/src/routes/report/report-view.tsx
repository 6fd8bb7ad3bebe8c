import { Tabs } from "@mantine/core";
import { useMediaQuery, useReducedMotion } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from "react";
import { ReportChanges } from "#features/changes/report-changes.tsx";
import { ReportChangesPlaceholder } from "#features/changes/report-changes-line.tsx";
import { ReportSuiteChanges } from "#features/changes/report-suite-changes.tsx";
import { CounterTiles } from "#features/report/counters/counter-tiles.tsx";
import { ProblemsPanel } from "#features/report/problems/problems-panel.tsx";
import { ReportHeader } from "#features/report/header/report-header.tsx";
import { RunFacts } from "#features/report/header/run-facts.tsx";
import { ReportUploadsPanel } from "#features/report/uploads/report-uploads-panel.tsx";
import { RunOutputPanel } from "#features/report/run-output-panel.tsx";
import { useLiveReport } from "#features/report/use-live-report.ts";
import { ReportIncidents } from "#features/incidents/report-incidents.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { causesOfReport } from "#lib/address/failure-search.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import { isTourOffered } from "#lib/session/first-tour.ts";
import { reportHeaderHeight } from "#lib/page/list-place.ts";
import { ringIcon, ringTitle, runRing } from "#lib/format/run-ring.ts";
import { useFavicon } from "#lib/page/favicon.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import styles from "./report-page.module.css";
import { BackToReports } from "./back-to-reports.tsx";
import { alikeReports } from "./alike-reports.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { itemsOfGroup } from "./subject-items.tsx";
import { failureDialog } from "./failure-dialog.tsx";
import { ReportActions } from "./report-actions.tsx";
import { ReportTabContent, reportTabs } from "./report-tabs.tsx";

const TriagePanel = lazy(async () => ({
  default: (await import("#features/failures/triage/triage-panel.tsx")).TriagePanel,
}));

const ReportItemsPanel = lazy(async () => ({
  default: (await import("#features/items/report-items-panel.tsx")).ReportItemsPanel,
}));

const ReportTour = lazy(async () => ({ default: (await import("./report-tour.tsx")).ReportTour }));

const LiveRunPanel = lazy(async () => ({
  default: (await import("#features/run-timeline/live-run-panel.tsx")).LiveRunPanel,
}));

/** Header of the report with its counts, and the selected tab. */
export function ReportView({ report }: { readonly report: Report }) {
  const title = `${report.testSuite} #${report.number}`;
  useRing(title, report);
  useLiveReport(report.id, (status) =>
    (status === "completed" ? showSuccess : showError)(
      `${title} finished: ${outcomeStyles[status].word.toLowerCase()}`,
    ),
  );
  const mayTriage = useMayHere("project:triage");
  const { data: account } = useQuery(ownAccountQuery);
  const search = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const change = (changes: ReportSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true, resetScroll: false });
  const shown = search.tab ?? "results";
  // The second line of the header then has only space for the counts, and the line of the tabs none for buttons.
  const isNarrow = useMediaQuery("(width < 1100px)", false, { getInitialValueInEffect: false });
  // Before the first result, it is unknown whether anything changed.
  const changes = hasResults(report) ? <ReportChanges reportId={report.id} /> : <ReportChangesPlaceholder />;
  if (search.triage !== undefined)
    return (
      <Suspense>
        <TriagePanel
          projectId={report.projectId}
          mayTriage={mayTriage}
          name={title}
          search={causesOfReport(report.id)}
          step={search.triage}
          onStep={(triage, replace = false) => void navigate({ search: (before) => ({ ...before, triage }), replace })}
          itemsOf={itemsOfGroup}
          dialog={failureDialog}
        />
      </Suspense>
    );
  return (
    <div style={{ "--report-header-height": `${reportHeaderHeight}px` } as CSSProperties}>
      <FirstTour report={report} onOpen={(result) => change({ tab: undefined, view: undefined, result })} />
      {search.items === true && (
        <Suspense>
          <ReportItemsPanel
            projectId={report.projectId}
            reportId={report.id}
            mayTriage={mayTriage}
            userId={account?.id}
            onClose={() => change({ items: undefined })}
          />
        </Suspense>
      )}
      <ReportHeader report={report} live similar={alikeReports} back={<BackToReports />}>
        {/* The summary has its own counts and the pass rate. */}
        {shown !== "summary" && <CounterTiles reportId={report.id} summary={report.summary} search={search} />}
        {!isNarrow && changes}
      </ReportHeader>
      <RunFacts
        report={report}
        similar={alikeReports}
        withRates={shown !== "summary"}
        changes={isNarrow && changes}
        uploads={
          <>
            <Link to="/uploads" search={{ report: report.id }} title="Files and sender">
              Uploads
            </Link>
            <ReportUploadsPanel reportId={report.id} count={report.uploadCount ?? 0} />
          </>
        }
      />
      {hasResults(report) && <ReportSuiteChanges reportId={report.id} />}
      <ReportIncidents report={report} mayTriage={mayTriage} />
      <ProblemsPanel reportId={report.id} count={report.problemCount} />
      <RunOutputPanel reportId={report.id} count={report.outputCount} />
      <LiveRun report={report} />
      <ReportTabs
        report={report}
        shown={shown}
        actions={
          <ReportActions report={report} mayTriage={mayTriage} isNarrow={isNarrow} search={search} change={change} />
        }
      />
    </div>
  );
}

/** Shows the progress of a run in the tab of the browser, and how it ended until the user leaves the page. */
function useRing(title: string, report: Report): void {
  const ring = runRing(report);
  const [seenRunning] = useState(report.status === "running");
  usePageTitle(seenRunning ? ringTitle(title, ring) : title);
  const isCalm = useReducedMotion();
  useFavicon(seenRunning && !isCalm ? ringIcon(ring) : null);
}

interface ReportTabsProps {
  readonly report: Report;
  readonly shown: (typeof reportTabs)[number]["tab"];
  /** At the end of the tabs. */
  readonly actions: ReactNode;
}

function ReportTabs({ report, shown, actions }: ReportTabsProps) {
  const navigate = useNavigate({ from: "/reports/$reportId" });
  return (
    <Tabs
      value={shown}
      onChange={(value) => {
        const next = reportTabs.find((each) => each.tab === value)?.tab;
        // Keeps the list in the history, so that Back returns to it.
        if (next !== undefined)
          void navigate({
            search: (search) => ({ ...search, tab: next === "results" ? undefined : next }),
            resetScroll: false,
          });
      }}
      keepMounted={false}
    >
      <div className={styles["sections"]}>
        <Tabs.List className={styles["tabs"] ?? ""} aria-label="Report sections">
          {reportTabs.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {actions}
      </div>
      <Tabs.Panel value={shown}>
        <ReportTabContent tab={shown} report={report} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Workers and failures while the run is running. Stays after its end until the user hides it or leaves. */
function LiveRun({ report }: { readonly report: Report }) {
  const { status, heardAt, progress } = report;
  const [isVisible, setVisible] = useState(false);
  const isReported = (heardAt ?? null) !== null || (progress?.running ?? 0) + (progress?.remaining ?? 0) > 0;
  if (!isVisible && status === "running" && isReported) setVisible(true);
  if (!isVisible) return null;
  return (
    <Suspense fallback={<div className={styles["liveSpace"]} />}>
      <LiveRunPanel report={report} onHide={() => setVisible(false)} />
    </Suspense>
  );
}

/** Tour of the first report of a project, until the user closes it. It is the first part of the page, so that the keyboard reaches it first. */
function FirstTour({ report, onOpen }: { readonly report: Report; readonly onOpen: (resultId: number) => void }) {
  const [isOpen, setOpen] = useState(() => isTourOffered(report.id));
  if (!isOpen) return null;
  return (
    <Suspense>
      <ReportTour report={report} onOpen={onOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function hasResults({ status, summary: { passed, failed, errored, skipped } }: Report): boolean {
  return status !== "running" || passed + failed + errored + skipped > 0;
}
