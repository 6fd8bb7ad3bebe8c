import type { ChangeKind } from "@plumb/contract/runs/compare.ts";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { counted } from "#lib/format/format.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { changeKinds } from "./change-kinds.ts";
import { comparisonQuery } from "./changes.queries.ts";
import { CommitsBetweenPanel } from "./commits-between.tsx";
import { ComparedReports } from "./compared-reports.tsx";
import { ComparedTests } from "./compared-tests.tsx";
import { ComparisonSkeleton } from "./comparison-skeleton.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { SuiteChangesNotice } from "./suite-changes-notice.tsx";
import { useEndOfRuns } from "./use-end-of-runs.ts";

interface ComparisonProps {
  readonly base: number;
  readonly head: number;
  readonly show: ChangeKind | undefined;
  readonly onProject: (projectId: number) => void;
  /** Shown instead of a missing report. */
  readonly missing: ReactNode;
}

type OpenedRow = Pick<ComponentProps<typeof ComparedTests>, "detailOf" | "onOpen" | "opened">;

/** Comparison of two reports by test. */
export function Comparison({ base, head, show, onProject, missing, ...opened }: ComparisonProps & OpenedRow) {
  const comparison = useQuery(comparisonQuery(base, head, show));
  const { data, error } = comparison;
  const projectId = data?.head.projectId;
  // Selects the linked project if another one is selected.
  useEffect(() => {
    if (projectId !== undefined) onProject(projectId);
  }, [projectId, onProject]);
  useEndOfRuns([base, head]);
  usePageTitle(data === undefined ? "Compare Reports" : `#${data.base.number} and #${data.head.number}`);
  if (isNotFound(error)) return missing;
  if (data === undefined) {
    return error === null ? (
      <ComparisonSkeleton />
    ) : (
      <ErrorPanel error={error} fallback="Failed to compare reports" onRetry={() => void comparison.refetch()} />
    );
  }
  const { counts } = data;
  // Only the first window contains the counts, and this is the first window.
  if (counts === null) return null;
  const total = show === undefined ? counts.changed : counts[show];
  return (
    <>
      <ComparedReports base={data.base} head={data.head} />
      <CommitsBetweenPanel base={base} head={head} />
      {data.suiteChanges !== null && <SuiteChangesNotice baseId={base} headId={head} changes={data.suiteChanges} />}
      <KindFilter search={{ base, head, show }} counts={counts} />
      {total === 0 ? (
        <EmptyState title={show === undefined ? "No tests changed" : `No tests: ${labelOf(show)}`}>
          <p style={{ margin: 0 }}>
            {show === undefined
              ? unchangedText(counts.stillFailing)
              : changeKinds.find(({ kind }) => kind === show)?.rule}
          </p>
        </EmptyState>
      ) : (
        <ComparedTests
          key={`${base} ${head} ${show}`}
          base={data.base}
          head={data.head}
          show={show}
          total={total}
          {...opened}
        />
      )}
    </>
  );
}

function unchangedText(stillFailing: number): string {
  const same = "Every test has the same outcome as before, and no test is much slower.";
  return stillFailing === 0 ? same : `${same} ${counted(stillFailing, "test still fails", "tests still fail")}.`;
}

function labelOf(show: ChangeKind): string {
  return changeKinds.find(({ kind }) => kind === show)?.label.toLowerCase() ?? "";
}
