import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { RunEnded } from "#ui/outcome/run-ended.ts";
import styles from "./report-page.module.css";
import { ReportResults } from "./report-results.tsx";

const RunTimelinePanel = lazy(async () => ({
  default: (await import("#features/run-timeline/run-timeline-panel.tsx")).RunTimelinePanel,
}));

/** Tab of the tests, as a list or as a timeline of the workers. */
export function ReportTests({ report }: { readonly report: Report }) {
  const { view } = useSearch({ from: "/guarded/reports/$reportId" });
  const navigate = useNavigate({ from: "/reports/$reportId" });
  // Creates a history entry, so that Back returns to the timeline.
  const openResult = useCallback(
    (result: number) => void navigate({ search: { result }, resetScroll: false }),
    [navigate],
  );
  return (
    <RunEnded value={report.status !== "running"}>
      {view === "timeline" ? (
        <>
          <Link
            from="/reports/$reportId"
            to="."
            search={(search) => ({ ...search, view: undefined, zoom: undefined, align: undefined })}
            className={styles["back"]}
          >
            <IconArrowLeft size={15} aria-hidden />
            Back to the list of tests
          </Link>
          <Suspense fallback={<Skeleton height={360} animate={false} />}>
            <RunTimelinePanel reportId={report.id} onOpenResult={openResult} />
          </Suspense>
        </>
      ) : (
        <ReportResults report={report} />
      )}
    </RunEnded>
  );
}
