import { Button } from "@mantine/core";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ComponentType, type KeyboardEvent, useState } from "react";
import { cut, formatCount, formatDuration, formatTimestamp } from "#lib/format/format.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { failingStreak } from "./failing-streak.ts";
import styles from "./time-machine.module.css";

/** Loads older executions. */
export interface OlderExecutions {
  /** `end`: all are loaded. `limit`: there are more, but the page does not load them. */
  readonly state: "available" | "end" | "failed" | "limit" | "loading";
  readonly onLoad: () => void;
}

interface TimeMachineProps {
  /** Oldest first, at least one. */
  readonly executions: readonly TestExecution[];
  readonly older: OlderExecutions;
  /** Error, picture and commit of an execution, loaded by another feature. Its height must not depend on the execution. */
  readonly Details: ComponentType<{ readonly execution: TestExecution }>;
}

/** Slider over the runs of a test, with the outcome, error, duration, picture and commit of the selected run. */
export function TimeMachine({ executions, older, Details }: TimeMachineProps) {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const last = executions.length - 1;
  const found = selectedId === null ? -1 : executions.findIndex(({ resultId }) => resultId === selectedId);
  const at = found < 0 ? last : found;
  const execution = executions[at];
  const { firstFailure, lastPass } = failingStreak(executions);
  // Keeps the selected run when older ones are loaded, and follows the latest run until the user selects one.
  const select = (index: number) => setSelectedId(index >= last ? null : (executions[index]?.resultId ?? null));
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { f: firstFailure, p: lastPass }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (target >= 0) select(target);
  };
  if (execution === undefined) return null;
  return (
    <div className={styles["machine"]}>
      <div className={styles["controls"]}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label="Earlier run"
          disabled={at === 0}
          onClick={() => select(at - 1)}
        >
          <IconChevronLeft size={16} aria-hidden />
        </Button>
        <input
          type="range"
          className={styles["slider"]}
          aria-label="Run"
          aria-keyshortcuts="F P"
          aria-valuetext={valueText(execution)}
          min={0}
          max={last}
          value={at}
          onChange={({ currentTarget }) => select(Number(currentTarget.value))}
          onKeyDown={onKeyDown}
        />
        <Button
          size="compact-sm"
          variant="default"
          aria-label="Later run"
          disabled={at === last}
          onClick={() => select(at + 1)}
        >
          <IconChevronRight size={16} aria-hidden />
        </Button>
        <span className={styles["place"]}>{`${formatCount(at + 1)} of ${formatCount(executions.length)}`}</span>
        <Button size="compact-sm" variant="default" disabled={lastPass < 0} onClick={() => select(lastPass)}>
          Last pass
        </Button>
        <Button size="compact-sm" variant="default" disabled={firstFailure < 0} onClick={() => select(firstFailure)}>
          First failure
        </Button>
        <Older {...older} />
      </div>
      <article className={styles["details"]} aria-label={`Run #${execution.run.number}`}>
        <ExecutionHead execution={execution} />
        <Details execution={execution} />
      </article>
    </div>
  );
}

function Older({ state, onLoad }: OlderExecutions) {
  if (state === "end") return null;
  if (state === "limit") return <span className={styles["quiet"]}>Older runs are not shown here.</span>;
  return (
    <Button size="compact-sm" variant="subtle" loading={state === "loading"} onClick={onLoad}>
      {state === "failed" ? "Could not load older runs. Try again" : "Load older runs"}
    </Button>
  );
}

function ExecutionHead({ execution }: { readonly execution: TestExecution }) {
  const { run, resultId, status, flaky, retries, duration, environment, outage } = execution;
  const { word, icon: Icon, color } = outcomeStyles[testOutcome(status, flaky)];
  return (
    <p className={styles["head"]}>
      <strong style={{ color: `var(--${color}-ink)` }}>
        <Icon size={16} aria-hidden />
        {word}
      </strong>
      <Link to="/reports/$reportId" params={{ reportId: String(run.id) }} search={{ result: resultId }}>
        {`#${run.number}`}
      </Link>
      <span>{formatTimestamp(run.startTime)}</span>
      <span>{duration === null ? "no duration" : formatDuration(duration)}</span>
      {retries > 0 && <span>{retries === 1 ? "1 retry" : `${formatCount(retries)} retries`}</span>}
      <bdi>{cut(environment, 60)}</bdi>
      {run.branch !== null && <bdi>{cut(run.branch, 60)}</bdi>}
      {outage && <span>in an outage</span>}
    </p>
  );
}

function valueText({ run, status, flaky }: TestExecution): string {
  return `#${run.number}, ${outcomeStyles[testOutcome(status, flaky)].word}, ${formatTimestamp(run.startTime)}`;
}
