import { Skeleton } from "@mantine/core";
import { dayMs } from "@plumb/contract/durations.ts";
import type { FailureStory } from "@plumb/contract/failures/story.ts";
import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatDuration, formatRate } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { testStateStyles } from "#ui/badges/test-state.tsx";
import { StoryLine } from "#ui/story/story-line.tsx";
import { useNow } from "#ui/text/now.ts";
import { EvidenceList } from "./evidence-list.tsx";
import { RunLink } from "./run-link.tsx";
import styles from "./test-view.module.css";

interface VerdictSectionProps {
  readonly test: TestDetails;
  /** How the current failures began. `undefined` while loading, `null` if the test does not fail. */
  readonly story: FailureStory | null | undefined;
  readonly projectId: number;
}

/** State of a test and the reasons for it: when and with which commit it started, its score, the relevant runs and what else changed. */
export function VerdictSection({ test, story, projectId }: VerdictSectionProps) {
  const nowMs = Math.max(useNow(), 0);
  const { state, score, executions, leftOut, lostTime, windowDays, evidenceRuns, bracket } = test;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="Stability">
      <h2>{titleOf(test, nowMs)}</h2>
      {story === undefined ? (
        // The text of the bracket depends on the sentence.
        <Skeleton className={styles["beginning"] ?? ""} animate={false} />
      ) : (
        <>
          <StoryLine story={story} projectId={projectId} />
          {bracket !== null && <Bracket bracket={bracket} isInStory={story?.began?.id === bracket.firstBad.id} />}
        </>
      )}
      <p className={styles["quiet"]}>
        {`${testStateStyles[state].meaning}. `}
        {executions === 0
          ? `No counted executions in the last ${counted(windowDays, "day")}`
          : `${formatRate(score)} of ${counted(executions, "execution")} in the last ${counted(windowDays, "day")} were flaky`}
        {leftOut > 0 && `; ${counted(leftOut, "execution")} excluded (outages and mostly failed runs)`}
        {lostTime > 0 && `. Failed attempts took ${formatDuration(lostTime)}`}.
      </p>
      {evidenceRuns.length > 0 && <EvidenceList evidence={evidenceRuns} />}
      <TurnedRedTogether {...test} />
    </section>
  );
}

/** Returns `Broken for 10 days`. */
function titleOf({ state, since }: TestDetails, nowMs: number): string {
  const { word } = testStateStyles[state];
  if (since === null || (state !== "broken" && state !== "flaky")) return word;
  const days = Math.floor((nowMs - Date.parse(since)) / dayMs);
  return days < 1 ? word : `${word} for ${counted(days, "day")}`;
}

interface BracketProps {
  readonly bracket: NonNullable<TestDetails["bracket"]>;
  /** Whether the sentence above has the first bad run and its commit. */
  readonly isInStory: boolean;
}

/** The last run before the state, and the first run that shows it with its commit. */
function Bracket({ bracket, isInStory }: BracketProps) {
  const { lastGood, firstBad, firstBadSubject, firstBadAuthor } = bracket;
  return (
    <p>
      {lastGood !== null && (
        <>
          Last good run <RunLink run={lastGood} />,{" "}
        </>
      )}
      {lastGood === null ? "First bad run " : "first bad run "}
      <RunLink run={firstBad} />
      {!isInStory && firstBadSubject !== "" && <bdi dir="auto">{` “${cut(firstBadSubject, 160)}”`}</bdi>}
      {!isInStory && firstBadAuthor !== "" && (
        <>
          {" by "}
          <bdi dir="auto">{cut(firstBadAuthor, 80)}</bdi>
        </>
      )}
      {lastGood === null && ", with no good run before it"}
      {lastGood?.exists === true && firstBad.exists && (
        <>
          {" · "}
          <Link to="/reports/compare" search={{ base: lastGood.id, head: firstBad.id }}>
            Compare them
          </Link>
        </>
      )}
    </p>
  );
}

function TurnedRedTogether({ turnedRedTogether: { tests, total } }: Pick<TestDetails, "turnedRedTogether">) {
  if (total === 0) return null;
  return (
    <>
      <h3>{`${counted(total, "other test")} started failing in the same run`}</h3>
      <ul className={styles["lines"]} aria-label="Started failing together">
        {tests.map(({ id, titlePath, variant }) => (
          <li key={id}>
            <Link to="/tests/$testId" params={{ testId: String(id) }}>
              <bdi dir="auto">{cut(titlePath.join(" › "), 200)}</bdi>
              {variant !== "" && ` [${cut(variant, 60)}]`}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
