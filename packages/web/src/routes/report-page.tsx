import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/reports.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { selectProject } from "#features/projects/selected-project.ts";
import { CounterTiles } from "#features/report/counter-tiles.tsx";
import { ProblemsPanel } from "#features/report/problems-panel.tsx";
import { ReportHeader } from "#features/report/report-header.tsx";
import { reportQuery } from "#features/report/report.queries.ts";
import { ResultsList } from "#features/results/results-list.tsx";
import { UploadPanels } from "#features/uploads/upload-panel.tsx";
import { isNotFound } from "#lib/error-text.ts";
import { formatCount } from "#lib/format.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";
import { SearchBox } from "#ui/search-box.tsx";
import styles from "./report-page.module.css";

/** One report: what happened, and every test of it. */
export function ReportPage() {
  const reportId = Number(useParams({ from: "/guarded/reports/$reportId" }).reportId);
  return (
    <PageFrame>
      <UploadPanels />
      <Link to="/reports" className={styles["back"]}>
        <IconArrowLeft size={15} aria-hidden />
        Back to reports
      </Link>
      {Number.isSafeInteger(reportId) && reportId > 0 ? (
        <LoadedReport key={reportId} reportId={reportId} />
      ) : (
        <Missing />
      )}
    </PageFrame>
  );
}

function LoadedReport({ reportId }: { readonly reportId: number }) {
  const report = useQuery(reportQuery(reportId));
  const projectId = report.data?.projectId;
  // A link may lead into another project than the one selected: the shell follows.
  useEffect(() => {
    if (projectId !== undefined) selectProject(projectId);
  }, [projectId]);
  if (report.data !== undefined) return <ReportView report={report.data} />;
  if (report.isError) {
    return isNotFound(report.error) ? (
      <Missing />
    ) : (
      <ErrorPanel error={report.error} fallback="Failed to load report details" onRetry={() => void report.refetch()} />
    );
  }
  return (
    <div aria-busy>
      <Skeleton height={30} width={320} maw="100%" animate={false} mb={10} />
      <Skeleton height={64} animate={false} mb={14} />
      <Skeleton height={420} animate={false} />
    </div>
  );
}

function ReportView({ report }: { readonly report: Report }) {
  usePageTitle(`${report.testSuite} #${report.number}`);
  const { status, q, result } = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  const onSearch = useCallback(
    (text: string) =>
      void navigate({
        search: (search) => ({ ...search, q: text.trim() === "" ? undefined : text }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const onOpen = useCallback(
    (resultId: number | undefined) =>
      void navigate({
        search: (search) => ({ ...search, result: resultId }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <>
      <ReportHeader report={report} />
      <CounterTiles reportId={report.id} summary={report.summary} selected={status} q={q} />
      <ProblemsPanel reportId={report.id} count={report.problemCount} />
      <div className={styles["tools"]}>
        <SearchBox label={`Search ${formatCount(report.summary.total)} tests`} value={q ?? ""} onChange={onSearch} />
        <p className={styles["keys"]} aria-hidden>
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
        </p>
      </div>
      <ResultsList
        key={`${status}`}
        report={{ id: report.id, live: report.status === "running" }}
        filter={{ status, search: q }}
        opened={result}
        onOpen={onOpen}
      />
    </>
  );
}

function Missing() {
  usePageTitle("Report Not Found");
  return (
    <EmptyState title="Report Not Found" heading="h1">
      <p style={{ margin: 0 }}>The requested report could not be found.</p>
      <Link to="/reports">Back</Link>
    </EmptyState>
  );
}
