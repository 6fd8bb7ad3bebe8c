import { Skeleton } from "@mantine/core";
import type { ChangeKind } from "@plumb/contract/runs/compare.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { coalesce } from "#lib/api/coalesce.ts";
import { isNotFound } from "#lib/api/error-text.ts";
import { usePageTitle } from "#lib/page/page-title.ts";
import { onServerEvent } from "#lib/api/realtime.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { changeKinds } from "./change-kinds.ts";
import { comparisonQuery } from "./changes.queries.ts";
import { ComparedReports } from "./compared-reports.tsx";
import { ComparedTests } from "./compared-tests.tsx";
import { KindFilter } from "./kind-filter.tsx";

const liveMs = 2000;

interface ComparisonProps {
  readonly base: number;
  readonly head: number;
  readonly show: ChangeKind | undefined;
  readonly onProject: (projectId: number) => void;
  /** In place of a report that is not there. */
  readonly missing: ReactNode;
}

/** Two reports, test by test. */
export function Comparison({ base, head, show, onProject, missing }: ComparisonProps) {
  const comparison = useQuery(comparisonQuery(base, head, show));
  const { data, error } = comparison;
  const projectId = data?.head.projectId;
  // A link may lead into another project than the one selected: the shell follows.
  useEffect(() => {
    if (projectId !== undefined) onProject(projectId);
  }, [projectId, onProject]);
  useEndOfRuns(base, head);
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
  // Only the first window has them, and this is the first.
  if (counts === null) return null;
  const total = show === undefined ? counts.changed : counts[show];
  return (
    <>
      <ComparedReports base={data.base} head={data.head} />
      <KindFilter base={base} head={head} show={show} counts={counts} />
      {total === 0 ? (
        <EmptyState title={show === undefined ? "No test changed" : `No test is here: ${labelOf(show)}`}>
          <p style={{ margin: 0 }}>
            {show === undefined
              ? "Every test ended as it did before, and none became much slower."
              : changeKinds.find(({ kind }) => kind === show)?.rule}
          </p>
        </EmptyState>
      ) : (
        <ComparedTests key={`${base} ${head} ${show}`} base={data.base} head={data.head} show={show} total={total} />
      )}
    </>
  );
}

function labelOf(show: ChangeKind): string {
  return changeKinds.find(({ kind }) => kind === show)?.label.toLowerCase() ?? "";
}

/** A report that was running when it was compared is read again when it ends. */
function useEndOfRuns(base: number, head: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = coalesce(() => void queryClient.invalidateQueries({ queryKey: ["comparison", base, head] }), liveMs);
    const stop = onServerEvent("test-execution-completed", ({ reportId }) => {
      if (reportId === base || reportId === head) reload.call();
    });
    return () => {
      stop();
      reload.cancel();
    };
  }, [queryClient, base, head]);
}

function ComparisonSkeleton() {
  return (
    <div aria-busy>
      <Skeleton height={166} mb={14} animate={false} />
      <Skeleton height={32} mb={12} animate={false} />
      <Skeleton height={420} animate={false} />
    </div>
  );
}
