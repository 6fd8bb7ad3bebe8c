import { Skeleton } from "@mantine/core";
import type { ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { LiveArtifactAccess } from "#features/results/artifacts/live-artifact-access.tsx";
import type { AttemptChoice } from "./attempts.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { HistoryStrip } from "#features/results/history/history-strip.tsx";
import { type FacetLinkProps, ResultDetail } from "./result-detail.tsx";
import styles from "./result-detail.module.css";
import { type HistoryScope, resultHistoryQuery, resultQuery } from "#features/results/results.queries.ts";

interface ResultDetailPanelProps extends AttemptChoice {
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly actionsOf?: ((detail: Detail) => ReactNode) | undefined;
}

/** Loads and shows the details of a test in a run. */
export function ResultDetailPanel(props: ResultDetailPanelProps) {
  const { reportId, resultId, live, metadata, actionsOf, ...choice } = props;
  const result = useQuery(resultQuery(reportId, resultId, live));
  const [scope, setScope] = useState<HistoryScope>("same");
  const history = useQuery({ ...resultHistoryQuery(reportId, resultId, scope), placeholderData: keepPreviousData });
  const { refetch } = result;
  // All pictures of a page may request new links at the same time. A single response is sufficient.
  const renew = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  if (result.data === undefined) {
    return (
      <div className={styles["detail"]} aria-busy={!result.isError}>
        {result.isError ? (
          <ErrorPanel error={result.error} fallback="Failed to load this test" onRetry={renew} />
        ) : (
          <Skeleton height={180} animate={false} />
        )}
      </div>
    );
  }
  return (
    <LiveArtifactAccess resultId={resultId} artifacts={result.data.artifacts} onRenew={renew}>
      <ResultDetail
        detail={result.data}
        metadata={metadata}
        actions={actionsOf?.(result.data)}
        FacetLink={FacetLink}
        history={
          <div className={styles["past"]}>
            {history.data === undefined ? (
              // Reserves space while it loads.
              history.isPending && <Skeleton height={28} mb={10} animate={false} />
            ) : (
              <HistoryStrip history={history.data} resultId={resultId} scope={scope} onScope={setScope} />
            )}
            <Link to="/tests/$testId" params={{ testId: String(result.data.testId) }} className={styles["overTime"]}>
              Test history
            </Link>
          </div>
        }
        evidence={isFailure(result.data) && <EvidencePanel resultId={resultId} />}
        {...choice}
      />
    </LiveArtifactAccess>
  );
}

/** Only failures and flaky results have a cause. */
function isFailure({ status, flaky }: Detail): boolean {
  return status === "failed" || status === "error" || flaky;
}

/** Link to the report's other tests of an owner, with a tag or with an annotation. */
function FacetLink({ facet, children }: FacetLinkProps) {
  return (
    <Link from="/reports/$reportId" to="." search={facet}>
      {children}
    </Link>
  );
}
