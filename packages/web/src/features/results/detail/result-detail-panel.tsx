import { Skeleton } from "@mantine/core";
import type { Attempt, PastResult, ResultDetail as Detail } from "@plumb/contract/runs/results.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { AttemptChoice } from "./attempts.tsx";
import { ChangesPanel, EvidencePanel, StoryPanel } from "./evidence-panel.tsx";
import { HistoryStrip } from "#features/results/history/history-strip.tsx";
import { streakText } from "#features/results/history/streak.ts";
import { LastPassPanel } from "#features/results/last-pass/last-pass-panel.tsx";
import { OutcomeBars } from "#ui/outcome/outcome-bars.tsx";
import { LoadedResult } from "./loaded-result.tsx";
import { type FacetLinkProps, ResultDetail } from "./result-detail.tsx";
import styles from "./result-detail.module.css";
import { type HistoryScope, maxHistory, resultHistoryQuery } from "#features/results/results.queries.ts";

interface ResultDetailPanelProps extends AttemptChoice {
  readonly projectId: number;
  readonly reportId: number;
  readonly resultId: number;
  readonly live: boolean;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly actionsOf?: ((detail: Detail, attempt: Attempt) => ReactNode) | undefined;
  readonly itemsOf?: ((detail: Detail) => ReactNode) | undefined;
}

/** Loads and shows the details of a test in a run. */
export function ResultDetailPanel(props: ResultDetailPanelProps) {
  const { projectId, reportId, resultId, live, metadata, actionsOf, itemsOf, ...choice } = props;
  const [scope, setScope] = useState<HistoryScope>("same");
  const history = useQuery({ ...resultHistoryQuery(reportId, resultId, scope), placeholderData: keepPreviousData });
  return (
    <LoadedResult reportId={reportId} resultId={resultId} live={live}>
      {(detail) => {
        const hasCause = isFailure(detail);
        return (
          <ResultDetail
            detail={detail}
            metadata={metadata}
            story={hasCause ? <StoryPanel resultId={resultId} projectId={projectId} /> : undefined}
            renderActions={actionsOf && ((attempt) => actionsOf(detail, attempt))}
            FacetLink={FacetLink}
            changes={hasCause && <ChangesPanel resultId={resultId} />}
            renderLastPass={
              hasCause
                ? (attempt) => <LastPassPanel key={attempt.index} detail={detail} attempt={attempt} />
                : undefined
            }
            items={itemsOf?.(detail)}
            history={
              <HistoryPanel history={history} testId={detail.testId} collapsed={hasCause}>
                {history.data !== undefined && (
                  <HistoryStrip history={history.data} resultId={resultId} scope={scope} onScope={setScope} />
                )}
              </HistoryPanel>
            }
            evidence={hasCause && <EvidencePanel resultId={resultId} />}
            {...choice}
          />
        );
      }}
    </LoadedResult>
  );
}

interface HistoryPanelProps {
  readonly history: { readonly data: readonly PastResult[] | undefined; readonly isPending: boolean };
  readonly testId: number;
  readonly collapsed: boolean;
  /** Strip with a link to each run. */
  readonly children: ReactNode;
}

/** Earlier outcomes of a test. If the test failed, the panel is collapsed and shows them as bars without links. */
function HistoryPanel({ history: { data, isPending }, testId, collapsed, children }: HistoryPanelProps) {
  const [opened, setOpened] = useState(!collapsed);
  return (
    <details open={opened} className={styles["details"]} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {"History "}
        {!opened && data !== undefined && (
          <>
            <OutcomeBars outcomes={data} />
            {` ${streakText(data, maxHistory)}`}
          </>
        )}
      </summary>
      {opened && (
        <div className={styles["past"]}>
          {/* Reserves space while it loads. */}
          {isPending ? <Skeleton height={28} mb={10} animate={false} /> : children}
          <Link to="/tests/$testId" params={{ testId: String(testId) }} className={styles["overTime"]}>
            Test history
          </Link>
        </div>
      )}
    </details>
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
