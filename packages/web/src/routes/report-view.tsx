import { Tabs } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ReportExportButtons } from "#features/exports/report-export-buttons.tsx";
import { ReportChanges } from "#features/changes/report-changes.tsx";
import { CounterTiles } from "#features/report/counters/counter-tiles.tsx";
import { ProblemsPanel } from "#features/report/problems/problems-panel.tsx";
import { ReportHeader } from "#features/report/header/report-header.tsx";
import { RunFacts } from "#features/report/header/run-facts.tsx";
import { RunOutputPanel } from "#features/report/run-output-panel.tsx";
import { useLiveReport } from "#features/report/use-live-report.ts";
import { ReportIncidents } from "#features/incidents/report-incidents.tsx";
import { KeepToggle } from "#features/retention/keep-toggle.tsx";
import { usePageTitle } from "#lib/page/page-title.ts";
import { outcomeLooks } from "#ui/outcome.ts";
import { showError, showSuccess } from "#ui/toast.ts";
import styles from "./report-page.module.css";
import { useMayHere } from "./use-may-here.ts";
import { ReportTabContent, reportTabs } from "./report-tabs.tsx";

/** The report's head with its counters, and below it what the chosen tab shows. */
export function ReportView({ report }: { readonly report: Report }) {
  const title = `${report.testSuite} #${report.number}`;
  usePageTitle(title);
  useLiveReport(report.id, (status) =>
    (status === "completed" ? showSuccess : showError)(`${title} finished: ${outcomeLooks[status].word.toLowerCase()}`),
  );
  const mayTriage = useMayHere("project:triage");
  const search = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const shown = search.tab ?? "results";
  return (
    <>
      <ReportHeader
        report={report}
        actions={
          <div className={styles["actions"]}>
            <KeepToggle report={report} />
            <ReportExportButtons
              report={report}
              shown={search.export}
              onHide={() =>
                void navigate({
                  search: (before) => ({ ...before, export: undefined }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </div>
        }
      />
      <div className={styles["counters"]}>
        <CounterTiles reportId={report.id} summary={report.summary} search={search} />
        <RunFacts report={report} changes={<ReportChanges reportId={report.id} />} />
      </div>
      <ReportIncidents report={report} mayTriage={mayTriage} />
      <ProblemsPanel reportId={report.id} count={report.problemCount} />
      <RunOutputPanel reportId={report.id} count={report.outputCount} />
      <Tabs
        value={shown}
        onChange={(value) => {
          const next = reportTabs.find((each) => each.tab === value)?.tab;
          // What the list shows is kept for the way back to it.
          if (next !== undefined)
            void navigate({
              search: (search) => ({ ...search, tab: next === "results" ? undefined : next }),
              resetScroll: false,
            });
        }}
        keepMounted={false}
      >
        <Tabs.List mb={14} className={styles["tabs"] ?? ""} aria-label="Parts of the report">
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
    </>
  );
}
