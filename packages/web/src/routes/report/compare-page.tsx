import { Skeleton } from "@mantine/core";
import type { ComparedTest } from "@plumb/contract/runs/compare.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Comparison } from "#features/changes/comparison.tsx";
import { MatrixPanel } from "#features/changes/matrix-panel.tsx";
import { RunPicks } from "#features/changes/run-picks.tsx";
import { ListCsvButton } from "#features/exports/csv-button.tsx";
import { selectProject, useSelectedProject } from "#features/projects/selected-project.ts";
import { ReportNotFound } from "#features/report/report-not-found.tsx";
import { type CompareSearch, compareSearch } from "#lib/address/compare-search.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { ShareHere } from "#routes/share/share-here.tsx";
import report from "./report-page.module.css";

const ComparedResults = lazy(async () => ({
  default: (await import("#features/results/last-pass/compared-results.tsx")).ComparedResults,
}));

function inReport(side: ComparedTest["base"], { id, number }: Report) {
  return { reportId: id, number, resultId: side?.resultId ?? null };
}

function bothResults(test: ComparedTest, base: Report, head: Report) {
  return (
    <Suspense fallback={<Skeleton height={240} animate={false} />}>
      <ComparedResults base={inReport(test.base, base)} head={inReport(test.head, head)} />
    </Suspense>
  );
}

/** Comparison of two or more reports of a project by test. */
export function ComparePage() {
  const search = useSearch({ from: "/guarded/reports/compare" });
  const navigate = useNavigate({ from: "/reports/compare" });
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  // Typing creates a single history entry instead of one per pause.
  const onSearch = (next: CompareSearch) =>
    void navigate({ search: compareSearch({ ...next }), replace: next.q !== search.q, resetScroll: false });
  const { base, head, show } = search;
  const isMany = (search.between ?? []).length > 0;
  return (
    <PageFrame
      title="Compare Reports"
      subtitle="Changes between two or more reports, test by test"
      actions={
        base !== undefined &&
        head !== undefined &&
        base !== head && (
          <>
            {!isMany && <ShareHere target={{ kind: "comparison", baseId: base, headId: head }} />}
            <ListCsvButton
              projectId={project.id}
              list="compared tests"
              query={{ base, head, between: [...(search.between ?? [])], show, search: search.q, sortBy: search.sort }}
            />
          </>
        )
      }
    >
      <Link to="/reports" className={report["back"]}>
        <IconArrowLeft size={15} aria-hidden />
        Back to reports
      </Link>
      <RunPicks projectId={project.id} search={search} onSearch={onSearch} />
      {base === undefined || head === undefined ? (
        <EmptyState title="Choose two reports">
          <p style={{ margin: 0 }}>
            The newer report is compared with the older one. Tests that fail only in the newer report are new failures.
          </p>
        </EmptyState>
      ) : base === head ? (
        <EmptyState title="You chose the same report twice">
          <p style={{ margin: 0 }}>Choose another one to compare it with.</p>
        </EmptyState>
      ) : isMany ? (
        <MatrixPanel search={search} onSearch={onSearch} onProject={selectProject} />
      ) : (
        <Comparison
          key={`${base} ${head}`}
          base={base}
          head={head}
          show={show === "all" || show === "failedBetween" ? undefined : show}
          onProject={selectProject}
          missing={<ReportNotFound />}
          opened={search.open}
          onOpen={(open) => void navigate({ search: { ...search, open }, replace: true, resetScroll: false })}
          detailOf={bothResults}
        />
      )}
    </PageFrame>
  );
}
