import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback } from "react";
import { LiveArtifactAccess } from "#features/results/artifacts/live-artifact-access.tsx";
import { resultQuery } from "#features/results/results.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import type { AttemptChoice } from "./attempts.tsx";
import { ResultDetail } from "./result-detail.tsx";
import styles from "./result-detail.module.css";

interface SharedResultPanelProps extends AttemptChoice {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly actions?: ReactNode;
}

/** Details of a test for the reader of a share link: without its history, which belongs to other reports. */
export function SharedResultPanel({ reportId, resultId, live, metadata, ...rest }: SharedResultPanelProps) {
  const { data, error, refetch } = useQuery(resultQuery(reportId, resultId, live));
  const renew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  if (data === undefined)
    return (
      <div className={styles["detail"]} aria-busy={error === null}>
        {error === null ? (
          <Skeleton height={180} animate={false} />
        ) : (
          <ErrorPanel error={error} fallback="Failed to load this test" onRetry={renew} />
        )}
      </div>
    );
  return (
    <LiveArtifactAccess resultId={resultId} artifacts={data.artifacts} onRenew={renew}>
      <ResultDetail detail={data} metadata={metadata} {...rest} />
    </LiveArtifactAccess>
  );
}
