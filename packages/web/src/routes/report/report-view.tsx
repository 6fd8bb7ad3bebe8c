import { Tabs } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ReportExportButtons } from "#features/exports/report-export-buttons.tsx";
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
import { ReportItemsButton } from "#features/items/report-items-button.tsx";
import { ReportIncidents } from "#features/incidents/report-incidents.tsx";
import { KeepToggle } from "#features/retention/keep-toggle.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import styles from "./report-page.module.css";
import { alikeReports } from "./alike-reports.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { ShareHere } from "#routes/share/share-here.tsx";
import { ReportTabContent, reportTabs } from "./report-tabs.tsx";

const ReportItemsPanel = lazy(async () => ({
  default: (await import("#features/items/report-items-panel.tsx")).ReportItemsPanel,
}));

/** Header of the report with its counts, and the selected tab. */
export function ReportView({ report }: { readonly report: Report }) {
  const title = `${report.testSuite} #${report.number}`;
  usePageTitle(title);
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
  return (
    <>
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
      <ReportHeader
        report={report}
        alike={alikeReports}
        actions={<ReportActions report={report} mayTriage={mayTriage} search={search} change={change} />}
      />
      <div className={styles["counters"]}>
        <CounterTiles reportId={report.id} summary={report.summary} search={search} />
        <RunFacts
          report={report}
          // Before the first result, it is unknown whether anything changed.
          changes={hasResults(report) ? <ReportChanges reportId={report.id} /> : <ReportChangesPlaceholder />}
          uploads={
            <Link to="/uploads" search={{ report: report.id }} title="Files and sender">
              Uploads
            </Link>
          }
        />
      </div>
      {hasResults(report) && <ReportSuiteChanges reportId={report.id} />}
      <ReportIncidents report={report} mayTriage={mayTriage} />
      <ProblemsPanel reportId={report.id} count={report.problemCount} />
      <ReportUploadsPanel reportId={report.id} count={report.uploadCount ?? 0} />
      <RunOutputPanel reportId={report.id} count={report.outputCount} />
      <ReportTabs report={report} shown={search.tab ?? "results"} />
    </>
  );
}

interface ReportActionsProps {
  readonly report: Report;
  readonly mayTriage: boolean;
  readonly search: ReportSearch;
  readonly change: (changes: ReportSearch) => void;
}

function ReportActions({ report, mayTriage, search, change }: ReportActionsProps) {
  return (
    <div className={styles["actions"]}>
      {mayTriage && <KeepToggle report={report} />}
      <ReportItemsButton
        projectId={report.projectId}
        reportId={report.id}
        opened={search.items === true}
        onToggle={() => change({ items: search.items === true ? undefined : true })}
      />
      <ShareHere target={{ kind: "report", reportId: report.id }} />
      <ReportExportButtons report={report} shown={search.export} onHide={() => change({ export: undefined })} />
    </div>
  );
}

interface ReportTabsProps {
  readonly report: Report;
  readonly shown: (typeof reportTabs)[number]["tab"];
}

function ReportTabs({ report, shown }: ReportTabsProps) {
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
      <Tabs.List mb={14} className={styles["tabs"] ?? ""} aria-label="Report sections">
        {reportTabs.map(({ tab, label }) => (
          <Tabs.Tab key={tab} value={tab}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>
        <ReportTabContent tab={shown} report={report} />
      </Tabs.Panel>
    </Tabs>
  );
}

function hasResults({ status, summary: { passed, failed, errored, skipped } }: Report): boolean {
  return status !== "running" || passed + failed + errored + skipped > 0;
}
