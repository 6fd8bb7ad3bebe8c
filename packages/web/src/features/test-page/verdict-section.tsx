import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatDuration, formatRate } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { testStateStyles } from "#ui/badges/test-state.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import { RunLink } from "./run-link.tsx";
import styles from "./test-view.module.css";

/** State of a test and the reasons for it: its score, the relevant runs, when it started and what changed at that time. */
export function VerdictSection({ test }: { readonly test: TestDetails }) {
  const { state, score, executions, leftOut, lostTime, windowDays, evidenceRuns, bracket, turnedRedTogether } = test;
  return (
    <section className={`${panel["panel"]} ${styles["section"]}`} aria-label="Stability">
      <h2>{testStateStyles[state].word}</h2>
      <p className={styles["quiet"]}>
        {`${testStateStyles[state].meaning}. `}
        {executions === 0
          ? `No counted executions in the last ${counted(windowDays, "day")}`
          : `${formatRate(score)} of ${counted(executions, "execution")} in the last ${counted(windowDays, "day")} were flaky`}
        {leftOut > 0 && `; ${counted(leftOut, "execution")} excluded (outages and mostly failed runs)`}
        {lostTime > 0 && `. Failed attempts took ${formatDuration(lostTime)}`}.
      </p>
      {evidenceRuns.length > 0 && <EvidenceList evidence={evidenceRuns} />}
      {bracket !== null && (
        <p>
          {bracket.lastGood !== null && (
            <>
              Last good run <RunLink run={bracket.lastGood} />,{" "}
            </>
          )}
          {bracket.lastGood === null ? "First bad run " : "first bad run "}
          <RunLink run={bracket.firstBad} />
          {bracket.lastGood === null && ", with no good run before it"}
          {bracket.lastGood?.exists === true && bracket.firstBad.exists && (
            <>
              {" · "}
              <Link to="/reports/compare" search={{ base: bracket.lastGood.id, head: bracket.firstBad.id }}>
                Compare them
              </Link>
            </>
          )}
        </p>
      )}
      {turnedRedTogether.total > 0 && (
        <>
          <h3>{`${counted(turnedRedTogether.total, "other test")} started failing in the same run`}</h3>
          <ul className={styles["lines"]} aria-label="Started failing together">
            {turnedRedTogether.tests.map(({ id, titlePath, variant }) => (
              <li key={id}>
                <Link to="/tests/$testId" params={{ testId: String(id) }}>
                  <bdi dir="auto">{cut(titlePath.join(" › "), 200)}</bdi>
                  {variant !== "" && ` [${cut(variant, 60)}]`}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
