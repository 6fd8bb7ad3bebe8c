import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { LiveArtifactAccess } from "./artifacts/live-artifact-access.tsx";
import { ResultDetail } from "./result-detail.tsx";
import styles from "./result-detail.module.css";
import { resultQuery } from "./results.queries.ts";

interface ResultDetailPanelProps {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
}

/** Fetches and shows everything known about one test of a run. */
export function ResultDetailPanel({ reportId, resultId, live }: ResultDetailPanelProps) {
  const result = useQuery(resultQuery(reportId, resultId, live));
  const { refetch } = result;
  const renew = useCallback(() => void refetch(), [refetch]);
  if (result.isError) {
    return (
      <div className={styles["detail"]}>
        <ErrorPanel error={result.error} fallback="Failed to load this test" onRetry={() => void result.refetch()} />
      </div>
    );
  }
  if (result.data === undefined) {
    return (
      <div className={styles["detail"]} aria-busy>
        <Skeleton height={140} animate={false} />
      </div>
    );
  }
  return (
    <LiveArtifactAccess artifacts={result.data.artifacts} onRenew={renew}>
      <ResultDetail detail={result.data} />
    </LiveArtifactAccess>
  );
}
