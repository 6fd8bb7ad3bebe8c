import type { PastResult } from "@plumb/contract/runs/results.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { clip, formatAgo, formatMoment, formatSeconds } from "#lib/format/format.ts";
import { useNow } from "#ui/now.ts";
import { outcomeLooks, testOutcome } from "#ui/outcome.ts";
import { colorOf, heightOf } from "#ui/outcome-bars.tsx";
import styles from "./history-strip.module.css";

interface HistoryStripProps {
  /** Oldest first. */
  readonly history: readonly PastResult[];
  /** The result that is shown. */
  readonly resultId: number;
}

/** How a test ended in its last runs: a bar for each that leads to it, and in words the one under pointer or focus. */
export function HistoryStrip({ history, resultId }: HistoryStripProps) {
  const [pointed, setPointed] = useState<PastResult | null>(null);
  const nowMs = Math.max(useNow(), 0);
  const shown = pointed ?? history.find((past) => past.resultId === resultId) ?? history.at(-1);
  if (shown === undefined) return null;
  const failures = history.filter(({ status }) => status === "failed" || status === "error").length;
  return (
    <section className={styles["history"]} aria-label="History">
      <ol className={styles["strip"]} onPointerLeave={() => setPointed(null)}>
        {history.map((past) => {
          const outcome = testOutcome(past.status, past.flaky);
          return (
            <li key={past.resultId}>
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(past.reportId) }}
                search={{ result: past.resultId }}
                className={styles["bar"]}
                aria-label={wordsOf(past, nowMs)}
                onPointerEnter={() => setPointed(past)}
                onFocus={() => setPointed(past)}
                onBlur={() => setPointed(null)}
                {...(past.resultId === resultId && { "aria-current": "true" })}
              >
                <i className={styles[heightOf(outcome)]} style={{ background: colorOf(outcome) }} />
              </Link>
            </li>
          );
        })}
      </ol>
      <p className={styles["words"]} title={formatMoment(shown.startTime)}>
        <span className={styles["sum"]}>
          {history.length === 1 ? "First run of this test" : `Failed in ${failures} of the last ${history.length} runs`}
        </span>
        {history.length > 1 && <span aria-hidden>{wordsOf(shown, nowMs)}</span>}
      </p>
    </section>
  );
}

/** `#1284 · Failed · 14.20 s · staging · 2 h ago` */
function wordsOf({ number, status, flaky, duration, environment, startTime }: PastResult, nowMs: number): string {
  const { word } = outcomeLooks[testOutcome(status, flaky)];
  return [`#${number}`, word, formatSeconds(duration), clip(environment, 60), formatAgo(startTime, nowMs)]
    .filter((part) => part !== "")
    .join(" · ");
}
