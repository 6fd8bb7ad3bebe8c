import { Button } from "@mantine/core";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ComponentType, type KeyboardEvent, useRef, useState } from "react";
import { cut, formatCount, formatDuration, formatTimestamp } from "#lib/format/format.ts";
import { type Shortcut, useShortcuts } from "#lib/keys/shortcut.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { failingStreak } from "./failing-streak.ts";
import type { TestEvent } from "./test-events.ts";
import type { TestLane } from "./test-lanes.ts";
import { TestTimeline } from "./test-timeline.tsx";
import styles from "./time-machine.module.css";

/** Loads older executions. */
export interface OlderExecutions {
  /** `end`: all are loaded. `limit`: there are more, but the page does not load them. */
  readonly state: "available" | "end" | "failed" | "limit" | "loading";
  readonly onLoad: () => void;
}

/** Last pass before the latest failures of a lane, and the first of them. */
export interface Streak {
  readonly lastPass: TestExecution;
  readonly firstFailure: TestExecution;
}

interface TimeMachineProps {
  /** At least one. */
  readonly lanes: readonly TestLane[];
  /** Earliest first. */
  readonly events: readonly TestEvent[];
  readonly older: OlderExecutions;
  /** Error, picture and commit of an execution, loaded by another feature. Its height must not depend on the execution. */
  readonly Details: ComponentType<{ readonly execution: TestExecution }>;
  /** Commits between the last pass and the first failure. */
  readonly Commits: ComponentType<Streak>;
}

/** Chart and slider over the runs of a test, with the outcome, error, duration, picture and commit of the selected run. */
export function TimeMachine({ lanes, events, older, Details, Commits }: TimeMachineProps) {
  const { lane, at, select } = useSelectedRun(lanes);
  const { firstFailure, lastPass } = failingStreak(lane.executions);
  const [from, to] = [lane.executions[lastPass], lane.executions[firstFailure]];
  const streak = from === undefined || to === undefined ? null : { lastPass: from, firstFailure: to };
  const [opened, setOpened] = useState(false);
  const commits = useRef<HTMLElement>(null);
  const isFailing = ["error", "failed"].includes(
    lane.executions.findLast(({ status }) => status !== "skipped")?.status ?? "",
  );
  const move = (index: number) => {
    const target = lane.executions[index];
    if (target !== undefined) select(target);
  };
  const openCommits = () => {
    if (streak === null) return;
    setOpened(true);
    // The section may only now be rendered.
    requestAnimationFrame(() => commits.current?.focus());
  };
  const shortcuts: readonly Shortcut[] = [
    { key: "ArrowLeft", label: "Earlier run", when: areArrowsFree, run: () => move(at - 1) },
    { key: "ArrowRight", label: "Later run", when: areArrowsFree, run: () => move(at + 1) },
    { key: "f", label: "First failure", run: () => move(firstFailure) },
    { key: "g", label: "Last pass before it", run: () => move(lastPass) },
    { key: "p", label: "Last pass before it", run: () => move(lastPass) },
    { key: "b", label: "Commits between them", run: openCommits },
  ];
  useShortcuts(shortcuts);
  const execution = lane.executions[at];
  if (execution === undefined) return null;
  return (
    <div className={styles["machine"]}>
      <TestTimeline
        {...{ lanes, lane, events }}
        selected={execution}
        bracket={streak === null ? null : [streak.lastPass, streak.firstFailure]}
        onSelect={select}
      />
      <div className={styles["controls"]}>
        <RunSlider executions={lane.executions} at={at} onMove={move} shortcuts={shortcuts} />
        <Button size="compact-sm" variant="default" disabled={lastPass < 0} onClick={() => move(lastPass)}>
          Last pass
        </Button>
        <Button size="compact-sm" variant="default" disabled={firstFailure < 0} onClick={() => move(firstFailure)}>
          First failure
        </Button>
        <Button size="compact-sm" variant="default" disabled={streak === null} onClick={openCommits}>
          Commits
        </Button>
        <Older {...older} />
      </div>
      <article className={styles["details"]} aria-label={`Run #${execution.run.number}`}>
        <ExecutionHead execution={execution} />
        <Details execution={execution} />
      </article>
      {streak !== null && (isFailing || opened) && (
        <section ref={commits} className={styles["commits"]} aria-label="Commits" tabIndex={-1}>
          <Commits {...streak} />
        </section>
      )}
    </div>
  );
}

/** The arrow keys scroll the error and move other sliders. */
function areArrowsFree(): boolean {
  return document.activeElement?.matches("body, button, a") !== false;
}

/** Keeps the selected run when older ones are loaded. Without a selection, it is the latest ended run of the lane that determined the state. */
function useSelectedRun(lanes: readonly TestLane[]) {
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const isSelected = ({ resultId }: TestExecution) => resultId === selectedId;
  const first = (lanes.find(({ isVerdict }) => isVerdict) ?? lanes[0]) as TestLane;
  const lane = lanes.find(({ executions }) => executions.some(isSelected)) ?? first;
  const found = lane.executions.findIndex(isSelected);
  const latest = latestEnded(lane);
  return {
    lane,
    at: found < 0 ? latest : found,
    // Follows the latest run when a newer one arrives.
    select: ({ resultId }: TestExecution) =>
      setSelectedId(resultId === first.executions[latestEnded(first)]?.resultId ? null : resultId),
  };
}

/** Index of the latest run in which the test has ended; of the latest run if there is none. */
function latestEnded({ executions }: TestLane): number {
  const ended = executions.findLastIndex(({ status }) => status !== "announced" && status !== "running");
  return ended < 0 ? executions.length - 1 : ended;
}

interface RunSliderProps {
  readonly executions: readonly TestExecution[];
  readonly at: number;
  readonly onMove: (index: number) => void;
  /** Keys of the page that the slider handles itself, because it has the focus. */
  readonly shortcuts: readonly Shortcut[];
}

function RunSlider({ executions, at, onMove, shortcuts }: RunSliderProps) {
  const last = executions.length - 1;
  const execution = executions[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const run = event.key.startsWith("Arrow") ? undefined : shortcuts.find(({ key }) => key === event.key)?.run;
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label="Earlier run"
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <input
        type="range"
        className={styles["slider"]}
        aria-label="Run"
        aria-keyshortcuts="F G B"
        aria-valuetext={execution === undefined ? "" : valueText(execution)}
        min={0}
        max={last}
        value={at}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
        onKeyDown={onKeyDown}
      />
      <Button
        size="compact-sm"
        variant="default"
        aria-label="Later run"
        disabled={at === last}
        onClick={() => onMove(at + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
      <span className={styles["place"]}>{`${formatCount(at + 1)} of ${formatCount(executions.length)}`}</span>
    </>
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
