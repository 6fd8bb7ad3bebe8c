import { Skeleton } from "@mantine/core";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { LiveArtifactAccess } from "#features/results/artifacts/live-artifact-access.tsx";
import { resultQuery } from "#features/results/results.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import styles from "./result-detail.module.css";

interface LoadedResultProps {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
  readonly children: (detail: ResultDetail) => ReactNode;
}

/** Loads a test in a run with the links to its artifacts, which are renewed when they expire. */
export function LoadedResult({ reportId, resultId, live, children }: LoadedResultProps) {
  const { data, error, refetch } = useQuery(resultQuery(reportId, resultId, live));
  // All pictures of a page may request new links at the same time. A single response is sufficient.
  const renew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  if (data === undefined)
    return (
      <div className={styles["detail"]} aria-busy={error === null}>
        {error === null ? (
          // About as high as a failure, so that the rows below it stay.
          <Skeleton height={420} animate={false} />
        ) : (
          <ErrorPanel error={error} fallback="Failed to load this test" onRetry={renew} />
        )}
      </div>
    );
  return (
    <LiveArtifactAccess resultId={resultId} artifacts={data.artifacts} onRenew={renew}>
      {children(data)}
    </LiveArtifactAccess>
  );
}
