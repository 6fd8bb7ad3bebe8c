import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { cut, formatAgo, formatTimestamp, formatSeconds } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { colorOf, heightOf } from "#ui/outcome/outcome-bars.tsx";
import styles from "./execution-strip.module.css";

/** Executions of a test as linked bars, the latest on the right, with a text about the hovered or focused bar. */
export function ExecutionStrip({ executions }: { readonly executions: readonly TestExecution[] }) {
  const [pointed, setPointed] = useState<TestExecution | null>(null);
  const nowMs = Math.max(useNow(), 0);
  const visible = pointed ?? executions[0];
  if (visible === undefined) return null;
  return (
    <figure className={styles["history"]} aria-label="Runs of the test">
      <ol className={styles["strip"]} onPointerLeave={() => setPointed(null)}>
        {executions.toReversed().map((execution) => {
          const outcome = testOutcome(execution.status, execution.flaky);
          return (
            <li key={execution.resultId}>
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(execution.run.id) }}
                search={{ result: execution.resultId }}
                className={styles["bar"]}
                aria-label={labelOf(execution, nowMs)}
                onPointerEnter={() => setPointed(execution)}
                onFocus={() => setPointed(execution)}
                onBlur={() => setPointed(null)}
              >
                <i
                  className={styles[heightOf(outcome)]}
                  style={{ background: colorOf(outcome), opacity: execution.outage ? 0.45 : 1 }}
                />
              </Link>
            </li>
          );
        })}
      </ol>
      <p className={styles["words"]} title={formatTimestamp(visible.run.startTime)} aria-hidden>
        {labelOf(visible, nowMs)}
      </p>
    </figure>
  );
}

const maxFacts = 4;

/** Returns `#1284 · Failed · 14.20 s · staging · main · browser=chrome-143 · 2 h ago · in an outage`. */
function labelOf(
  { run, status, flaky, duration, environment, facts, outage, errorLine }: TestExecution,
  nowMs: number,
): string {
  const { word } = outcomeStyles[testOutcome(status, flaky)];
  return [
    `#${run.number}`,
    word,
    formatSeconds(duration),
    cut(environment, 60),
    cut(run.branch ?? "", 60),
    ...facts.slice(0, maxFacts).map((fact) => cut(fact, 60)),
    formatAgo(run.startTime, nowMs),
    outage ? "in an outage" : "",
    cut(subjectFirst(errorLine ?? ""), 120),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
