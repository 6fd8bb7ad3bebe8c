import { Skeleton } from "@mantine/core";
import type { LastPass } from "@plumb/contract/failures/decisions.ts";
import type { Artifact, Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { lastPassQuery, resultQuery } from "#features/results/results.queries.ts";
import { cut } from "#lib/format/format.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./last-pass.module.css";
import { type ComparedAttempt, LastPassView } from "./last-pass-view.tsx";

interface LastPassPanelProps {
  readonly detail: ResultDetail;
  /** The failed attempt. */
  readonly attempt: Attempt;
}

/** The last pass of a test beside this failure. Loaded when it is opened. */
export function LastPassPanel({ detail, attempt }: LastPassPanelProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles["panel"]} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Last pass beside this failure</summary>
      {opened && <Compared detail={detail} attempt={attempt} />}
    </details>
  );
}

function Compared({ detail, attempt }: LastPassPanelProps) {
  const failed = { attempt, artifacts: artifactsOf(detail.artifacts, attempt) };
  // A flaky test has a pass in the same run.
  const retry = detail.attempts.findLast(({ status }) => status === "passed");
  if (retry !== undefined)
    return (
      <LastPassView
        passedIn={`Attempt ${retry.index + 1} of the same run passed.`}
        passed={{ attempt: retry, artifacts: artifactsOf(detail.artifacts, retry) }}
        failed={failed}
        environment={null}
      />
    );
  return <EarlierPass resultId={detail.id} failed={failed} />;
}

/** Files of an attempt. Those without an attempt belong to the last one, which is not known to be this one. */
function artifactsOf(artifacts: readonly Artifact[], { index }: Attempt): Artifact[] {
  return artifacts.filter(({ attempt }) => attempt === index || attempt === null);
}

interface EarlierPassProps {
  readonly resultId: number;
  readonly failed: ComparedAttempt;
}

function EarlierPass({ resultId, failed }: EarlierPassProps) {
  const { data: pass, error, refetch } = useQuery(lastPassQuery(resultId));
  if (error !== null)
    return <ErrorPanel error={error} fallback="Failed to load the last pass" onRetry={() => void refetch()} />;
  if (pass === undefined) return <Loading />;
  return pass === null ? <p>No pass of this test is stored.</p> : <PassInRun pass={pass} failed={failed} />;
}

interface PassInRunProps {
  readonly pass: LastPass;
  readonly failed: ComparedAttempt;
}

function PassInRun({ pass, failed }: PassInRunProps) {
  const { data: passed, error, refetch } = useQuery(resultQuery(pass.runId, pass.resultId, false));
  if (error !== null)
    return <ErrorPanel error={error} fallback="Failed to load the last pass" onRetry={() => void refetch()} />;
  if (passed === undefined) return <Loading />;
  const attempt = passed.attempts.findLast(({ status }) => status === "passed");
  if (attempt === undefined) return <p>The report of the last pass has no details of this test.</p>;
  return (
    <LastPassView
      passedIn={<PassedIn pass={pass} />}
      passed={{ attempt, artifacts: artifactsOf(passed.artifacts, attempt) }}
      failed={failed}
      environment={pass.environment}
    />
  );
}

function PassedIn({ pass: { runId, runNumber, resultId, at, branch, commit } }: Pick<PassInRunProps, "pass">) {
  return (
    <>
      {"Passed in "}
      <Link to="/reports/$reportId" params={{ reportId: String(runId) }} search={{ result: resultId }}>
        {`#${runNumber}`}
      </Link>{" "}
      <TimeAgo timestamp={at} />
      {branch !== null && (
        <>
          {" on "}
          <bdi>{cut(branch, 80)}</bdi>
        </>
      )}
      {commit !== null && ` · ${commit.slice(0, 7)}`}
    </>
  );
}

function Loading() {
  return <Skeleton height={240} mt={8} animate={false} />;
}
